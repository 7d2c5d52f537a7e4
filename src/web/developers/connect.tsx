import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { Copy, Section } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'

type McpServer = { name: string; url: string }

/** How assistants are connected. */
export default publicPage({
  at: '/connect',
  title: 'Connect an assistant',
  lead:
    'Any assistant that speaks the Model Context Protocol can read and change your work here, with exactly ' +
    'your rights.',
  parts: async () => null,
  Content: ({ visit: { settings } }) => {
    const server = { name: handle(settings.appName), url: `${settings.baseUrl}/mcp` }
    return (
      <>
        <Address server={server} />
        <Clients server={server} />
      </>
    )
  },
})

/** A name for configuration files: `Ada & Co` becomes `ada-co`. */
const handle = (appName: string) =>
  appName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'service'

const Address: FC<{ server: McpServer }> = ({ server }) => (
  <Section id="address" title="The address">
    <Copy id="url" what="Address of the tools" text={server.url} fold />
    <div class="close">
      <h3>Two credentials work there</h3>
      <ul class="ticks">
        <li>
          <strong>Signing in through the browser</strong> (OAuth), which is best for assistants that you sit
          in front of. They find everything they need at the address; you are asked once, and the connection
          appears under <a href="/settings/applications">Applications</a>.
        </li>
        <li>
          <strong>An API key</strong> as <code>Authorization: Bearer svc_live_…</code>, for whatever runs
          without a browser. It reaches one organization and acts as the person whose key it is. Owners and
          admins create theirs under <a href="/settings/keys">API keys</a>. As a member do not borrow one of
          theirs, which would act as them: <a href="/account/keys">ask for a key</a> of your own.
        </li>
      </ul>
      <p class="muted small">
        A password or the cookie of this site is not accepted there. Add <code>?tools=all</code> to the
        address for every tool instead of the usual ones, and <code>&amp;toolsets=platform</code> for those of
        webhooks and imports, too.
      </p>
    </div>
  </Section>
)

/** The alternative, collapsed: most people sign in. */
const WithKey: FC<PropsWithChildren<{ note?: Child }>> = ({ note, children }) => (
  <details class="more small">
    <summary>With an API key instead</summary>
    {note ? <p>{note}</p> : null}
    {children}
  </details>
)

const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const bearer = { Authorization: 'Bearer svc_live_…' }

const Clients: FC<{ server: McpServer }> = ({ server }) => (
  <>
    <ClaudeCode server={server} />
    <Section id="claude" title="Claude on the web and Claude Desktop">
      <ol class="steps">
        <li>Open Settings, then Connectors, and choose “Add custom connector”.</li>
        <li>Paste the address above and confirm.</li>
        <li>Choose “Connect”, sign in here and allow access.</li>
      </ol>
    </Section>
    <Cursor server={server} />
    <VisualStudioCode server={server} />
    <Codex server={server} />
  </>
)

const ClaudeCode: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="claude-code" title="Claude Code">
    <p>
      Add it, then run <code>/mcp</code> in Claude Code and choose to authenticate.
    </p>
    <Copy
      id="claude-code-add"
      what="Command for Claude Code"
      text={`claude mcp add --transport http ${name} ${url}`}
    />
    <WithKey>
      <Copy
        id="claude-code-key"
        what="Command for Claude Code with an API key"
        text={`claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${bearer.Authorization}"`}
      />
    </WithKey>
  </Section>
)

const Cursor: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="cursor" title="Cursor">
    <p>
      In <code>~/.cursor/mcp.json</code>, or <code>.cursor/mcp.json</code> in a project; Cursor then offers to
      sign in.
    </p>
    <Copy
      id="cursor-json"
      what="Configuration for Cursor"
      text={pretty({ mcpServers: { [name]: { url } } })}
    />
    <WithKey>
      <Copy
        id="cursor-key"
        what="Configuration for Cursor with an API key"
        text={pretty({ mcpServers: { [name]: { url, headers: bearer } } })}
      />
    </WithKey>
  </Section>
)

const VisualStudioCode: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="vscode" title="Visual Studio Code">
    <p>
      In <code>.vscode/mcp.json</code> of a project; start the server there, and the browser opens to sign in.
    </p>
    <Copy
      id="vscode-json"
      what="Configuration for Visual Studio Code"
      text={pretty({ servers: { [name]: { type: 'http', url } } })}
    />
    <WithKey note="It asks for the key once and keeps it encrypted.">
      <Copy
        id="vscode-key"
        what="Configuration for Visual Studio Code with an API key"
        text={pretty(withInput(name, url))}
      />
    </WithKey>
  </Section>
)

const withInput = (name: string, url: string) => ({
  inputs: [{ id: `${name}-key`, type: 'promptString', description: 'API key', password: true }],
  servers: { [name]: { type: 'http', url, headers: { Authorization: `Bearer \${input:${name}-key}` } } },
})

const Codex: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="codex" title="Codex CLI">
    <Copy
      id="codex-add"
      what="Commands for Codex"
      text={`codex mcp add ${name} --url ${url}\ncodex mcp login ${name}`}
    />
    <WithKey
      note={
        <>
          In <code>~/.codex/config.toml</code>, with the key in the environment variable that it names.
        </>
      }
    >
      <Copy
        id="codex-key"
        what="Configuration for Codex with an API key"
        text={`[mcp_servers.${name}]\nurl = "${url}"\nbearer_token_env_var = "SERVICE_TOKEN"`}
      />
    </WithKey>
  </Section>
)
