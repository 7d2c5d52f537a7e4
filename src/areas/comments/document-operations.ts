import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { documentTarget } from '../../shared/targets.ts'
import * as queries from './queries.ts'
import {
  CommentChange,
  CommentFilter,
  DocumentComment,
  DocumentCommentDraft,
  DocumentCommentWritten,
  DocumentThread,
} from './schemas.ts'

const on = queries.onDocument
const locks = queries.lockSubject(on)
const targets = { document_id: documentTarget, comment_id: queries.commentTarget(on) }

export default area('document-comments', 'Document comments', targets, [
  read({
    id: 'listDocumentComments',
    summary: 'List the comment threads of a document, oldest first',
    at: 'GET /documents/{document_id}/comments',
    role: 'viewer',
    tool: 'list_document_comments',
    query: CommentFilter,
    returns: pageOf(DocumentThread),
    run: ({ params: { document_id }, query }) => queries.listThreads(on, document_id, query),
  }),
  write({
    id: 'addDocumentComment',
    summary: 'Comment on a document or on words of it, or reply to a comment',
    at: 'POST /documents/{document_id}/comments',
    role: 'member',
    tool: 'add_document_comment',
    allows: ['project_viewer'],
    audit: 'document_comment.created',
    body: DocumentCommentDraft,
    returns: DocumentCommentWritten,
    status: 201,
    example: { body: { body: 'Is this still so?' } },
    run: ({ params: { document_id }, body, id }) => queries.addComment(on, id(), document_id, body),
  }),
  read({
    id: 'getDocumentComment',
    summary: 'Get a comment on a document with its replies',
    at: 'GET /documents/{document_id}/comments/{comment_id}',
    role: 'viewer',
    returns: DocumentThread,
    run: ({ params: { comment_id } }) => queries.getThread(on, comment_id),
  }),
  write({
    id: 'updateDocumentComment',
    summary: "Edit one's own comment on a document",
    at: 'PATCH /documents/{document_id}/comments/{comment_id}',
    role: 'member',
    only: 'author',
    allows: ['project_viewer'],
    audit: 'document_comment.updated',
    body: CommentChange,
    returns: DocumentCommentWritten,
    example: { body: { body: 'It is not so any more' } },
    locks,
    run: ({ params: { comment_id }, body: { body, version } }) =>
      queries.editComment(on, comment_id, body!, version),
  }),
  write({
    id: 'deleteDocumentComment',
    summary: 'Delete a comment on a document',
    at: 'DELETE /documents/{document_id}/comments/{comment_id}',
    role: 'manager',
    or: 'owner',
    tool: 'delete_document_comment',
    allows: ['project_viewer'],
    audit: 'document_comment.deleted',
    status: 204,
    details: 'A thread survives the deletion of its first comment, of which the place is left.',
    example: {},
    locks,
    run: ({ params: { comment_id } }) => queries.deleteComment(comment_id),
  }),
  write({
    id: 'resolveDocumentComment',
    summary: 'Resolve a thread of comments on a document',
    at: 'POST /documents/{document_id}/comments/{comment_id}/resolve',
    role: 'member',
    allows: ['project_viewer'],
    audit: 'document_comment.resolved',
    trashed: 'either',
    returns: DocumentComment,
    example: {},
    locks,
    run: ({ params: { comment_id } }) => queries.resolveThread(on, comment_id),
  }),
  write({
    id: 'reopenDocumentComment',
    summary: 'Reopen a resolved thread of comments on a document',
    at: 'POST /documents/{document_id}/comments/{comment_id}/unresolve',
    role: 'member',
    allows: ['project_viewer'],
    audit: 'document_comment.reopened',
    trashed: 'either',
    returns: DocumentComment,
    setup: ['resolveDocumentComment'],
    example: {},
    locks,
    run: ({ params: { comment_id } }) => queries.reopenThread(on, comment_id),
  }),
])
