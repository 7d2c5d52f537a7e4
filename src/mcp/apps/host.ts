/** The side of a page that an assistant shows: it talks to its host by messages, after the MCP Apps revision 2026-01-26. */
const revision = '2026-01-26'
export type Json = Record<string, unknown>
type Message = { jsonrpc?: string; id?: number; method?: string; params?: Json; result?: Json; error?: Json }
type Waiting = { done: (result: Json) => void; failed: (why: Error) => void }
export type Host = {
  /** The tool whose answer is shown, and what it was called with. */
  tool: string
  given: Json
  ask: (method: string, params: Json) => Promise<Json>
}

const waiting = new Map<number, Waiting>()
let last = 0
const send = (message: Message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

function ask(method: string, params: Json): Promise<Json> {
  const id = ++last
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed })
    send({ id, method, params })
  })
}

function settle({ id, result, error }: Message) {
  const one = waiting.get(id!)
  waiting.delete(id!)
  if (error) one?.failed(new Error(String(error.message)))
  else one?.done(result ?? {})
}

/** Colours and fonts of the host, as far as it gives them. */
function dress({ theme, styles }: { theme?: unknown; styles?: { variables?: Record<string, string> } }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--')) document.documentElement.style.setProperty(name, value)
}

/** What a tool answered: its structure, or its text as JSON. */
export function answerIn({ structuredContent, content }: Json): Json {
  if (structuredContent) return structuredContent as Json
  const [first] = (content ?? []) as { text?: string }[]
  try {
    return JSON.parse(first?.text ?? '{}') as Json
  } catch {
    return {}
  }
}

/** Connects to the host; `show` gets each answer of the tool. */
export function connect(show: (answer: Json, host: Host) => void) {
  const host: Host = { tool: '', given: {}, ask }
  const take: Record<string, (params: Json) => void> = {
    'ui/notifications/tool-input': (params) => (host.given = (params.arguments ?? {}) as Json),
    'ui/notifications/tool-result': (params) => show(answerIn(params), host),
    'ui/notifications/host-context-changed': dress,
  }
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    if (!data.method) settle(data)
    else if (data.id === undefined) take[data.method]?.(data.params ?? {})
    // The host asks whether the page is there, and whether it may be taken away.
    else send({ id: data.id, result: {} })
  })
  const size = () =>
    send({
      method: 'ui/notifications/size-changed',
      params: { height: document.documentElement.scrollHeight },
    })
  new ResizeObserver(size).observe(document.body)
  void start(host)
}

async function start(host: Host) {
  const { hostContext = {} } = await ask('ui/initialize', {
    protocolVersion: revision,
    appInfo: { name: 'service', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  })
  const { toolInfo } = hostContext as { toolInfo?: { tool?: { name?: string } } }
  host.tool = toolInfo?.tool?.name ?? ''
  dress(hostContext as Json)
  send({ method: 'ui/notifications/initialized', params: {} })
}
