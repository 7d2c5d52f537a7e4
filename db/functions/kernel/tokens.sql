-- True if the database knows the token in the path of a request, so that a large body is worth reading.
create or replace function app.is_known_token(kind text, token bytea) returns boolean
language sql stable security definer set search_path = public, app, pg_temp as $$
  select case kind
    when 'svc_inb_' then exists (select from mailboxes b where b.token_hash = token and b.active and app.knows_password(b))
    when 'svc_mail_' then exists (select from mail_tokens t where t.hash = token and t.expires_at > now())
    when 'svc_inv_' then exists (select from app.invitation_of(token))
    when 'svc_doc_' then exists (select from invoice_links l where l.token_hash = token)
    when 'svc_ksk_' then exists (select from kiosks k where k.token_hash = token)
    when 'svc_mtg_' then exists (select from meeting_participants p where p.link_hash = token)
    else false end
$$;
