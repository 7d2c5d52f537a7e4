/** The deployment's variables, secrets and bindings. Modules that read more of them extend this. */
export interface Env {
  APP_NAME?: string
  /** `development`, `test` and `bench` are lenient; everything else is a deployment. */
  APP_ENV?: string
  DATABASE_URL: string
  /** The SQL-over-HTTP endpoint if it is not Neon's own: the local gateway. */
  SQL_ENDPOINT?: string
  /** `kid:secret` pairs, comma separated; the first signs, all verify. */
  JWT_KEYS: string
  COOKIE_SECURE?: string
  WEB_URL?: string
  BASE_URL?: string
  /** Milliseconds a request may wait for the database; 5000 unless set. */
  DB_DEADLINE_MS?: string
  /** How many round trips to the database one isolate makes at once; 8 unless set. */
  DB_TRIPS_AT_ONCE?: string
}

/** The services that operations use besides the database, declared in src/shared/outside.ts. */
export interface Outside {
  /** Runs what computes for long when its turn comes; 429 where too much of the group waits. */
  inTurn: <T>(group: string, work: () => T | Promise<T>) => Promise<T>
  refuseBusy: (group: string) => void
  takeBody: (sender: string, bytes: number) => Promise<() => void>
}

/** Whether others can reach this instance, so that its log must hold no values and its address must be known. */
export const isDeployed = ({ APP_ENV = '' }: Env) => !/^(?:development|test|bench)$/.test(APP_ENV)

/** Memoizes a function of the environment. */
export const once = <T>(make: (env: Env) => T) => {
  const cache = new WeakMap<Env, { value: T }>()
  return (env: Env): T => {
    const cached = cache.get(env)
    if (cached) return cached.value
    const value = make(env)
    cache.set(env, { value })
    return value
  }
}

/** The settings that code reads, with their defaults. */
export const settingsOf = (env: Env, requestUrl: string): Settings =>
  env.BASE_URL ? fixedSettings(env) : settings(env, requestUrl)

const settings = (env: Env, requestUrl: string) => {
  const baseUrl = (env.BASE_URL || new URL(requestUrl).origin).replace(/\/$/, '')
  const webUrl = (env.WEB_URL || baseUrl).replace(/\/$/, '')
  return {
    appName: env.APP_NAME || 'Service',
    baseUrl,
    webUrl,
    /** The origin of the pages. */
    webOrigin: new URL(webUrl).origin,
    secureCookies: (env.COOKIE_SECURE ?? 'true') !== 'false',
    deadline: Number(env.DB_DEADLINE_MS ?? 5000),
    /** How many heavy operations an organization runs at once, and how many bytes of files it may store. */
    heavyAtOnce: Number(env.HEAVY_AT_ONCE ?? 2),
    storageQuota: Number(env.STORAGE_QUOTA_MB ?? 10_000) * 1e6,
    closedBlocks: [] as readonly string[], // blocks of tools: assistants may see less than their person
  }
}
export type Settings = ReturnType<typeof settings>
const fixedSettings = once((env) => settings(env, ''))
