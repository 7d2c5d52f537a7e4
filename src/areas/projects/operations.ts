import { conflicts } from '../../kit/errors.ts'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { projectTarget } from '../../kit/targets.ts'
import * as insight from './insight.ts'
import * as query from './queries.ts'
import {
  Activity, ActivityFilter, Favorite, Paging, Project, ProjectChange, ProjectCopy, ProjectDraft,
  ProjectFilter, ProjectItem, ProjectMember, ProjectMemberRole, ProjectPurge, ProjectSummary, ProjectUpdate,
  ProjectUpdateDraft, TrashFilter, TrashItem,
} from './schemas.ts'

conflicts({
  projects_key: 'this key is taken by another project',
  projects_name: 'a project of this name already exists',
  projects_dates: 'body.target_date: before start_date',
})

export default area('projects', 'Projects', { project_id: projectTarget }, [
  read({
    id: 'listProjects', does: 'List the projects that I can see', at: 'GET /projects', role: 'viewer',
    reach: 'any', tool: 'list_projects', query: ProjectFilter, returns: pageOf(ProjectItem),
    run: ({ query: asked }) => query.listProjects(asked),
  }),
  write({
    id: 'createProject', does: 'Create a project with its board columns', at: 'POST /projects',
    role: 'manager', tool: 'create_project', audit: 'project.created', body: ProjectDraft, returns: Project,
    status: 201, refuses: [409],
    details: 'Without a key, one is made of the initials of the name. A private one has its creator as lead.',
    example: { body: { name: 'Website' } },
    run: ({ body, id }) => query.createProject(id(), body),
  }),
  read({
    id: 'getProject', does: 'Get a project by id, key or former key', at: 'GET /projects/{project_id}',
    role: 'viewer', tool: 'get_project', returns: Project,
    run: ({ params: { project_id } }) => query.getProject(project_id),
  }),
  write({
    id: 'updateProject', does: 'Change a project', at: 'PATCH /projects/{project_id}', role: 'manager',
    or: 'lead', tool: 'update_project', audit: 'project.updated', body: ProjectChange, returns: Project,
    refuses: [409],
    details: 'A key that is given up keeps leading to the project. Whoever makes it private becomes a lead.',
    example: { body: { status: 'on_hold' } },
    run: ({ params: { project_id }, body }) => query.changeProject(project_id, body),
  }),
  write({
    id: 'deleteProject', does: 'Put a project with everything under it into the trash',
    at: 'DELETE /projects/{project_id}', role: 'admin', tool: 'delete_project', audit: 'project.deleted',
    status: 204, evenArchived: true, example: {},
    run: ({ params: { project_id } }) => query.deleteProject(project_id),
  }),
  write({
    id: 'restoreProject', does: 'Take a project out of the trash, as it was',
    at: 'POST /projects/{project_id}/restore', role: 'admin', tool: 'restore_project',
    audit: 'project.restored', returns: Project, refuses: [409], trashed: true, evenArchived: true,
    given: ['deleteProject'], example: {},
    run: ({ params: { project_id } }) => query.restoreProject(project_id),
  }),
  write({
    id: 'purgeProject', does: 'Erase a project of the trash for ever',
    at: 'POST /projects/{project_id}/purge', role: 'owner', audit: 'project.purged', body: ProjectPurge,
    status: 204, refuses: [409], trashed: 'either', evenArchived: true, emits: true,
    given: ['deleteProject'], example: { body: { confirm_key: '{project_key}' } },
    details: 'Erasing goes on in batches after the answer; until it is done the trash says purging.',
    run: ({ params: { project_id }, body }) => query.purgeProject(project_id, body.confirm_key),
  }),
  write({
    id: 'archiveProject', does: 'Make a project read-only and hide it from lists', role: 'manager',
    at: 'POST /projects/{project_id}/archive', tool: 'archive_project', audit: 'project.archived',
    returns: Project, example: {},
    run: ({ params: { project_id } }) => query.archiveProject(project_id),
  }),
  write({
    id: 'unarchiveProject', does: 'Make an archived project active again',
    at: 'POST /projects/{project_id}/unarchive', role: 'manager', audit: 'project.unarchived',
    returns: Project, refuses: [409], evenArchived: true, given: ['archiveProject'], example: {},
    run: ({ params: { project_id } }) => query.unarchiveProject(project_id),
  }),
  write({
    id: 'duplicateProject', does: 'Copy a project as a new one', at: 'POST /projects/{project_id}/duplicate',
    role: 'manager', audit: 'project.duplicated', body: ProjectCopy, returns: Project, status: 201,
    refuses: [409], evenArchived: true,
    example: { body: { name: 'Website, next year', include: { tasks: true } } }, details: query.copyDetails,
    run: ({ params: { project_id }, body, id }) => query.duplicateProject(project_id, id(), body),
  }),
  read({
    id: 'listProjectMembers', does: 'List who can see a project, with their project roles', role: 'viewer',
    at: 'GET /projects/{project_id}/members', tool: 'list_project_members', query: Paging,
    returns: pageOf(ProjectMember),
    run: ({ params: { project_id }, query: asked }) => query.listMembers(project_id, asked),
  }),
  write({
    id: 'setProjectMember', does: 'Give a person a role in a project', role: 'manager', or: 'lead',
    at: 'PUT /projects/{project_id}/members/{user_id}', tool: 'set_project_member',
    audit: 'project.member_set', body: ProjectMemberRole, returns: ProjectMember,
    example: { user_id: 'me', body: { role: 'contributor' } },
    run: ({ params: { project_id, user_id }, body }) => query.setMember(project_id, user_id, body.role),
  }),
  write({
    id: 'deleteProjectMember', does: 'Take a person out of a project', role: 'manager', or: 'lead',
    at: 'DELETE /projects/{project_id}/members/{user_id}', tool: 'delete_project_member',
    audit: 'project.member_removed', status: 204, given: ['setProjectMember'], example: { user_id: 'me' },
    run: ({ params: { project_id, user_id } }) => query.deleteMember(project_id, user_id),
  }),
  read({
    id: 'getProjectSummary', does: 'Get the counts, progress and health of a project', role: 'viewer',
    at: 'GET /projects/{project_id}/summary', tool: 'get_project_summary', returns: ProjectSummary,
    details: insight.healthDetails,
    run: ({ params: { project_id } }) => insight.summarize(project_id),
  }),
  read({
    id: 'listProjectActivity', does: 'List what happened in a project, newest first', role: 'viewer',
    at: 'GET /projects/{project_id}/activity', query: ActivityFilter, returns: pageOf(Activity),
    run: ({ params: { project_id }, query: asked }) => insight.listActivity(project_id, asked),
  }),
  write({
    id: 'setProjectFavorite', does: 'Pin or unpin a project for me',
    at: 'PUT /projects/{project_id}/favorite', role: 'signed_in', audit: 'project.favorite_set',
    body: Favorite, returns: Favorite, evenArchived: true, example: { body: { favorite: true } },
    run: ({ params: { project_id }, body }) => query.setFavorite(project_id, body.favorite),
  }),
  read({
    id: 'listProjectUpdates', does: 'List the status updates of a project, newest first', role: 'viewer',
    at: 'GET /projects/{project_id}/updates', query: Paging, returns: pageOf(ProjectUpdate),
    run: ({ params: { project_id }, query: asked }) => insight.listUpdates(project_id, asked),
  }),
  write({
    id: 'createProjectUpdate', does: 'Post a status update with the counts of this moment', role: 'manager',
    or: 'lead', at: 'POST /projects/{project_id}/updates', audit: 'project.update_posted',
    body: ProjectUpdateDraft, returns: ProjectUpdate, status: 201,
    example: { body: { body: 'All as planned.', health: 'on_track' } },
    run: ({ params: { project_id }, body, id }) => insight.postUpdate(id(), project_id, body),
  }),
  read({
    id: 'listTrash', does: 'List what was deleted and I may restore', at: 'GET /trash', role: 'member',
    query: TrashFilter, returns: pageOf(TrashItem),
    run: ({ query: asked }) => insight.listTrash(asked),
  }),
])
