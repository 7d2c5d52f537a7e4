import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { documentTarget } from '../../kit/targets.ts'
import * as query from './queries.ts'
import {
  CommentChange,
  CommentFilter,
  DocumentComment,
  DocumentCommentDraft,
  DocumentCommentWritten,
  DocumentThread,
} from './schemas.ts'

const on = query.onDocument
const first = query.hold(on)
const targets = { document_id: documentTarget, comment_id: query.commentTarget(on) }

export default area('document-comments', 'Document comments', targets, [
  read({
    id: 'listDocumentComments',
    does: 'List the comment threads of a document, oldest first',
    at: 'GET /documents/{document_id}/comments',
    role: 'viewer',
    tool: 'list_document_comments',
    query: CommentFilter,
    returns: pageOf(DocumentThread),
    run: ({ params: { document_id }, query: asked }) => query.listThreads(on, document_id, asked),
  }),
  write({
    id: 'addDocumentComment',
    does: 'Comment on a document or on words of it, or reply to a comment',
    at: 'POST /documents/{document_id}/comments',
    role: 'member',
    tool: 'add_document_comment',
    audit: 'document_comment.created',
    body: DocumentCommentDraft,
    returns: DocumentCommentWritten,
    status: 201,
    example: { body: { body: 'Is this still so?' } },
    run: ({ params: { document_id }, body, id }) => query.addComment(on, id(), document_id, body),
  }),
  write({
    id: 'updateDocumentComment',
    does: "Edit one's own comment on a document",
    at: 'PATCH /documents/{document_id}/comments/{comment_id}',
    role: 'member',
    only: 'author',
    audit: 'document_comment.updated',
    body: CommentChange,
    returns: DocumentCommentWritten,
    example: { body: { body: 'It is not so any more' } },
    first,
    run: ({ params: { comment_id }, body: { body, version } }) =>
      query.editComment(on, comment_id, body!, version),
  }),
  write({
    id: 'deleteDocumentComment',
    does: 'Delete a comment on a document',
    at: 'DELETE /documents/{document_id}/comments/{comment_id}',
    role: 'manager',
    or: 'owner',
    tool: 'delete_document_comment',
    audit: 'document_comment.deleted',
    status: 204,
    details: 'A thread survives the deletion of its first comment, of which the place is left.',
    example: {},
    first,
    run: ({ params: { comment_id } }) => query.deleteComment(comment_id),
  }),
  write({
    id: 'resolveDocumentComment',
    does: 'Resolve a thread of comments on a document',
    at: 'POST /documents/{document_id}/comments/{comment_id}/resolve',
    role: 'member',
    audit: 'document_comment.resolved',
    trashed: 'either',
    returns: DocumentComment,
    example: {},
    first,
    run: ({ params: { comment_id } }) => query.resolveThread(on, comment_id),
  }),
  write({
    id: 'reopenDocumentComment',
    does: 'Reopen a resolved thread of comments on a document',
    at: 'POST /documents/{document_id}/comments/{comment_id}/unresolve',
    role: 'member',
    audit: 'document_comment.reopened',
    trashed: 'either',
    returns: DocumentComment,
    given: ['resolveDocumentComment'],
    example: {},
    first,
    run: ({ params: { comment_id } }) => query.reopenThread(on, comment_id),
  }),
])
