/** The shards of organizations: each has a clock of its own, which does their jobs and sends their mail. */
export const allShards: readonly number[] = Array.from({ length: 16 }, (_, shard) => shard)
/** The shards of what waits for receivers of webhooks, each sixteen above that of its organizations: with clocks of their own. */
export const sendingShards: readonly number[] = allShards.map((shard) => shard + 16)
export const everyShard: readonly number[] = [...allShards, ...sendingShards]
/** The shard of accounts and of what else belongs to no organization. */
export const shardOfAccounts = 0
/** The shard of an organization by its id, as `app.shard_of` has it. */
export const shardOf = (org: string) => Number.parseInt(org.slice(-1), 16)
