import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { uuidv7 } from '../../kit/id.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget, taskTarget } from '../../kit/targets.ts'
import { connecting, linking, seen, verdict, verified, verifiedAgain } from './account.ts'
import * as available from './available.ts'
import * as development from './development.ts'
import * as queries from './queries.ts'
import {
  AvailableFilter,
  AvailableRepository,
  Development,
  DevelopmentFilter,
  Integration,
  IntegrationDraft,
  ProjectRepositories,
  ProjectRepository,
  ProjectRepositoryDraft,
  TaskDevelopment,
  TaskDevelopmentFilter,
  Total,
} from './schemas.ts'

conflicts({ project_repositories_twice: 'this repository is linked to the project already' })

const targets = { project_id: projectTarget, task_id: taskTarget, link_id: queries.linkTarget }

export default area('repositories', 'Repositories', targets, [
  read({
    id: 'getRepositoryIntegration',
    summary: 'Tell how the organization is connected to its repositories, never the token',
    at: 'GET /repository-integration',
    role: 'member',
    tool: 'get_repository_integration',
    returns: Integration,
    run: () => queries.getIntegration,
  }),
  write({
    id: 'setRepositoryIntegration',
    summary: 'Connect to GitHub, GitLab or Gitea, or replace the token',
    at: 'PUT /repository-integration',
    role: 'admin',
    tool: 'set_repository_integration',
    audit: 'repository_integration.connected',
    body: IntegrationDraft,
    returns: Integration,
    refuses: [409, 502],
    details: 'The provider verifies the token first. Another provider or address drops the links.',
    example: { body: { provider: 'github', token: 'ghp_exampleexample1234', base_url: '{provider_url}' } },
    preflight: { authorize: () => [queries.nextVersion(uuidv7())], perform: verified },
    run: ({ prepared }) => queries.connect(connecting(prepared)),
  }),
  write({
    id: 'deleteRepositoryIntegration',
    summary: 'Disconnect: erase the token and all links',
    at: 'DELETE /repository-integration',
    role: 'admin',
    tool: 'delete_repository_integration',
    audit: 'repository_integration.disconnected',
    status: 204,
    example: {},
    setup: ['setRepositoryIntegration'],
    run: () => queries.disconnect,
  }),
  write({
    id: 'verifyRepositoryIntegration',
    summary: 'Have the provider verify the token again',
    at: 'POST /repository-integration/verify',
    role: 'admin',
    audit: 'repository_integration.verified',
    returns: Integration,
    refuses: [409, 502],
    details: 'A token that is rejected answers 200 with the status invalid.',
    example: {},
    setup: ['setRepositoryIntegration'],
    preflight: { authorize: () => queries.withConnection(), perform: verifiedAgain },
    run: ({ prepared }) => queries.noteVerdict(verdict(prepared)),
  }),
  read({
    id: 'listAvailableRepositories',
    summary: 'List the repositories that the token can see',
    at: 'GET /repository-integration/repositories',
    role: 'admin',
    query: AvailableFilter,
    returns: pageOf(AvailableRepository, Total),
    refuses: [409, 502],
    details: 'In the order of the provider, as far as its first five pages.',
    setup: ['setRepositoryIntegration'],
    run: ({ query }) => queries.withConnection(query),
    transform: available.told,
  }),
  read({
    id: 'listProjectRepositories',
    summary: 'List the repositories of a project',
    at: 'GET /projects/{project_id}/repositories',
    role: 'member',
    tool: 'list_project_repositories',
    returns: ProjectRepositories,
    run: ({ params: { project_id } }) => queries.listLinks(project_id),
  }),
  write({
    id: 'createProjectRepository',
    summary: 'Link a repository to a project',
    at: 'POST /projects/{project_id}/repositories',
    role: 'admin',
    tool: 'create_project_repository',
    audit: 'project_repository.linked',
    body: ProjectRepositoryDraft,
    returns: ProjectRepository,
    status: 201,
    refuses: [409, 502],
    details: 'By external_id or full_name; at most 20 a project.',
    example: { body: { full_name: '{repository_name}' } },
    preflight: { authorize: () => queries.withConnection(), perform: seen },
    run: ({ params: { project_id }, id, prepared }) =>
      queries.createLink(id(), project_id, ...linking(prepared)),
  }),
  write({
    id: 'deleteProjectRepository',
    summary: 'Unlink a repository from a project',
    at: 'DELETE /projects/{project_id}/repositories/{link_id}',
    role: 'admin',
    tool: 'delete_project_repository',
    audit: 'project_repository.unlinked',
    status: 204,
    example: {},
    run: ({ params: { link_id } }) => queries.deleteLink(link_id),
  }),
  read({
    id: 'getDevelopmentActivity',
    summary: 'Tell what goes on in the repositories of a project: commits, pull requests, branches',
    at: 'GET /projects/{project_id}/development',
    role: 'member',
    tool: 'get_development_activity',
    query: DevelopmentFilter,
    returns: Development,
    refuses: [409, 502],
    details:
      'Newest first, of the last 100 of each kind in each repository; cached for a minute. task_keys are the tasks it names.',
    setup: ['createProjectRepository'],
    run: ({ params: { project_id }, query }) => queries.development(project_id, query),
    transform: development.told,
  }),
  read({
    id: 'getTaskDevelopment',
    summary: 'Tell which commits, pull requests and branches mention a task',
    at: 'GET /tasks/{task_id}/development',
    role: 'member',
    query: TaskDevelopmentFilter,
    returns: TaskDevelopment,
    refuses: [409, 502],
    details:
      'By the key it has and those it had: in titles and messages as written, in branches in any case.',
    setup: ['createProjectRepository'],
    run: ({ params: { task_id }, query }) => queries.taskDevelopment(task_id, query),
    transform: development.told,
  }),
])
