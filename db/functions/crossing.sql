-- The functions that row-level security does not confine to the entered organization, each with the reason.
-- All others that
-- run with more rights than their caller belong to svc_functions, whom the policies of attach_wall bind. A
-- test holds the
-- list at its length: it only shrinks. What must reach several organizations enters one after the other
-- where it can, and
-- calls functions that are confined.
create or replace function app.crossing_functions() returns table (name text,
  reason text) language sql immutable as $$
  select unnest(c.names), c.reason from (values
    ('decides which organization is entered',
      '{claim_idempotency_key, enter, enter_calendar, enter_link, enter_mailbox, enter_mailed_link,
      enter_portal, enter_portal_link, release_idempotency_key, store_response}'::text[]),
    ('finds its organization by a token, an address or a link',
      '{accept_invitation, decline_invitation, invitation_preview, is_known_token, open_invoice_link,
      open_portal_session, rate_by_link, rating_request, record_invoice_view, refuse_suspended_invitation,
      request_portal_link, shared_invoice, unsubscribe}'::text[]),
    ('concerns a person in all their organizations, or one that is not entered yet',
      '{account_export_piece, account_export_rows, create_organization, delete_account, index_person, lock_my_key,
      my_api_keys, my_key_json, my_organizations, record_use, revoke_keys_of}'::text[]),
    ('connects organizations that agreed to be a holding, and answers sums alone',
      '{answer_holding_invitation, end_holding_link, holding_links_here, holding_organizations, holding_subsidiaries,
      leave_holdings, tell_of_holding_invitation}'::text[]),
    ('the drain sends the mail of all organizations',
      '{enter_mail}'::text[]),
    ('runs after the response, when nobody is entered any more',
      '{record_connection_state, record_opened, record_panel_read, record_portal_view, record_refusal}'::text[]),
    ('looks for what is due in all organizations',
      '{daily_archives, daily_archiving, daily_automation_runs, daily_automations, daily_blockers,
      daily_business_calendars, daily_cleanup, daily_contracts, daily_invitations, daily_notices,
      daily_notifications, daily_portal, daily_purge, daily_seals, daily_sla, daily_tallies,
      daily_ticket_mails, daily_tickets, drifted_blockers, drifted_sprints, emit_account_job,
      erase_deleted, fail_outbox, finish_outbox, lease_outbox, next_due_at, purge_expired_comments,
      purge_expired_documents, purge_expired_projects, purge_expired_tasks, release_expired_attachments,
      schedule_impersonation_end, schedule_platform_seal, unknown_objects}'::text[]),
    ('for operators of the platform',
      '{platform_audit, platform_change_organization, platform_impersonate, platform_impersonations,
      platform_organization, platform_organizations, platform_overview, platform_projects,
      platform_subscriptions, platform_tasks, platform_user, platform_users}'::text[]),
    ('the platform''s audit trail is a chain that belongs to no organization',
      '{archivable, broken_seal, chain_hash_at, check_seals, delete_archived, find_sealed_entry, seal,
      sealed_up_to, unarchived_entry_count, unsealed, verify_chain}'::text[]),
    ('row-level security would keep its operators (@@, <%, lower) from an index',
      '{client_duplicates, client_with_email, documents_matching, find_by_title, lead_duplicates, search_hits,
      tickets_with_words}'::text[]),
    ('the directory of the deployment, in directory/',
      '{free_slug, has_several_issuers, invitation_of, invitations_to, memberships_of,
      organization_with_slug}'::text[])) c(reason, names)
$$;
