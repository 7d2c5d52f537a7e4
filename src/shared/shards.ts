/** The shards of organizations: each has a clock of its own, which does their jobs and sends their mail. */
export const allShards: readonly number[] = Array.from({ length: 16 }, (_, shard) => shard)
/** The shard of accounts and of what else belongs to no organization. */
export const shardOfAccounts = 0
/** The shard of an organization by its id, as `app.shard_of` has it. */
export const shardOf = (org: string) => Number.parseInt(org.slice(-1), 16)
