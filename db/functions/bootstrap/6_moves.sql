-- Organizations that were moved from here to another database, and how they were before it suspended them.
create table if not exists app.moves (
  org_id uuid primary key, status text not null, suspended_at timestamptz
);
