/** The part of the runtime's test module that these tests use. */
declare module 'cloudflare:test' {
  type Stub = { fetch(input: string | Request, init?: RequestInit): Promise<Response> }
  type State = {
    storage: {
      getAlarm(): Promise<number | null>
      get(key: string): Promise<unknown>
      put(entries: object): Promise<void>
    }
  }
  export const env: unknown
  export function createExecutionContext(): {
    waitUntil(promise: Promise<unknown>): void
    passThroughOnException(): void
    props: object
  }
  export function waitOnExecutionContext(context: object): Promise<void>
  export function evictDurableObject(stub: Stub): Promise<void>
  export function runDurableObjectAlarm(stub: Stub): Promise<boolean>
  export function runInDurableObject<T>(
    stub: Stub,
    run: (instance: object, state: State) => T,
  ): Promise<Awaited<T>>
}
