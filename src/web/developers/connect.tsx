import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { Copy, Section } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'

type McpServer = { name: string; url: string }

/** How assistants are connected. */
export default publicPage({
  at: '/connect',
  title: 'Connect an assistant',
  lead:
    'Any assistant that speaks the Model Context Protocol can read and change your work here, with exactly ' +
    'your rights.',
  parts: async () => null,
  Content: ({ request: { settings } }) => {
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
  <Section id="address" title={say('The address')}>
    <Copy id="url" what={say('Address of the tools')} text={server.url} fold />
    <div class="close">
      <h3>{say('Two credentials work there')}</h3>
      <ul class="ticks">
        <li>
          {say(
            '{strong} (OAuth), which is best for assistants that you sit in front of. They find everything they need at the address; you are asked once, and the connection appears under {link}.',
            {
              strong: <strong>{say('Signing in through the browser')}</strong>,
              link: <a href="/settings/applications">{say('Applications')}</a>,
            },
          )}
        </li>
        <li>
          {say(
            '{strong} as {code}, for whatever runs without a browser. It reaches one organization and acts as the person whose key it is. Owners and admins create theirs under {link}. As a member do not borrow one of theirs, which would act as them: {link2} of your own.',
            {
              strong: <strong>{say('An API key')}</strong>,
              code: <code>Authorization: Bearer svc_live_…</code>,
              link: <a href="/settings/keys">{say('API keys')}</a>,
              link2: <a href="/account/keys">{say('ask for a key')}</a>,
            },
          )}
        </li>
      </ul>
      <p class="muted small">
        {say(
          'A password or the cookie of this site is not accepted there. Add {code} to the address for every tool instead of the usual ones, and {code2} for those of webhooks and imports, too.',
          { code: <code>?tools=all</code>, code2: <code>&amp;toolsets=platform</code> },
        )}
      </p>
    </div>
  </Section>
)

/** The alternative, collapsed: most people sign in. */
const WithKey: FC<PropsWithChildren<{ note?: Child }>> = ({ note, children }) => (
  <details class="more small">
    <summary>{say('With an API key instead')}</summary>
    {note ? <p>{note}</p> : null}
    {children}
  </details>
)

const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const bearer = { Authorization: 'Bearer svc_live_…' }

const Clients: FC<{ server: McpServer }> = ({ server }) => (
  <>
    <ClaudeCode server={server} />
    <Section id="claude" title={say('Claude on the web and Claude Desktop')}>
      <ol class="steps">
        <li>{say('Open Settings, then Connectors, and choose “Add custom connector”.')}</li>
        <li>{say('Paste the address above and confirm.')}</li>
        <li>{say('Choose “Connect”, sign in here and allow access.')}</li>
      </ol>
    </Section>
    <Cursor server={server} />
    <VisualStudioCode server={server} />
    <Codex server={server} />
  </>
)

const ClaudeCode: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="claude-code" title={say('Claude Code')}>
    <p>
      {say('Add it, then run {code} in Claude Code and choose to authenticate.', { code: <code>/mcp</code> })}
    </p>
    <Copy
      id="claude-code-add"
      what={say('Command for Claude Code')}
      text={`claude mcp add --transport http ${name} ${url}`}
    />
    <WithKey>
      <Copy
        id="claude-code-key"
        what={say('Command for Claude Code with an API key')}
        text={`claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${bearer.Authorization}"`}
      />
    </WithKey>
  </Section>
)

const Cursor: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="cursor" title={say('Cursor')}>
    <p>
      {say('In {code}, or {code2} in a project; Cursor then offers to sign in.', {
        code: <code>~/.cursor/mcp.json</code>,
        code2: <code>.cursor/mcp.json</code>,
      })}
    </p>
    <Copy
      id="cursor-json"
      what={say('Configuration for Cursor')}
      text={pretty({ mcpServers: { [name]: { url } } })}
    />
    <WithKey>
      <Copy
        id="cursor-key"
        what={say('Configuration for Cursor with an API key')}
        text={pretty({ mcpServers: { [name]: { url, headers: bearer } } })}
      />
    </WithKey>
  </Section>
)

const VisualStudioCode: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="vscode" title={say('Visual Studio Code')}>
    <p>
      {say('In {code} of a project; start the server there, and the browser opens to sign in.', {
        code: <code>.vscode/mcp.json</code>,
      })}
    </p>
    <Copy
      id="vscode-json"
      what={say('Configuration for Visual Studio Code')}
      text={pretty({ servers: { [name]: { type: 'http', url } } })}
    />
    <WithKey note={say('It asks for the key once and keeps it encrypted.')}>
      <Copy
        id="vscode-key"
        what={say('Configuration for Visual Studio Code with an API key')}
        text={pretty(withInput(name, url))}
      />
    </WithKey>
  </Section>
)

const withInput = (name: string, url: string) => ({
  inputs: [{ id: `${name}-key`, type: 'promptString', description: say('API key'), password: true }],
  servers: { [name]: { type: 'http', url, headers: { Authorization: `Bearer \${input:${name}-key}` } } },
})

const Codex: FC<{ server: McpServer }> = ({ server: { name, url } }) => (
  <Section id="codex" title={say('Codex CLI')}>
    <Copy
      id="codex-add"
      what={say('Commands for Codex')}
      text={`codex mcp add ${name} --url ${url}\ncodex mcp login ${name}`}
    />
    <WithKey
      note={
        <>
          {say('In {code}, with the key in the environment variable that it names.', {
            code: <code>~/.codex/config.toml</code>,
          })}
        </>
      }
    >
      <Copy
        id="codex-key"
        what={say('Configuration for Codex with an API key')}
        text={`[mcp_servers.${name}]\nurl = "${url}"\nbearer_token_env_var = "SERVICE_TOKEN"`}
      />
    </WithKey>
  </Section>
)
