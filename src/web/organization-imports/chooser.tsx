import type { FC } from 'hono/jsx'
import { importJs } from '../kit/assets.ts'
import { Copy, Pairs, Section } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

/** Where a person chooses the file of an export, which a script reads and sends in parts. */
export const Chooser: FC<{ title: string; webUrl: string }> = ({ title, webUrl }) => (
  <Section id="choose" title={title}>
    <div class="stack" data-import hidden>
      <div class="field">
        <label for="archive">{say('File of the export')}</label>
        <p class="hint" id="archive-hint">
          {say(
            'The tar file as it was downloaded, or all files that it was unpacked to. It stays in this browser until you send it.',
          )}
        </p>
        <input
          id="archive"
          type="file"
          accept=".tar,.json,.jsonl,application/x-tar"
          multiple
          aria-describedby="archive-hint"
        />
      </div>
      <Found />
      <div data-sending hidden>
        <p data-sent />
        <progress max={1} value={0} aria-label={say('Sent')} />
      </div>
      <p class="problem" role="alert" data-problem />
    </div>
    <Otherwise webUrl={webUrl} />
    <script src={importJs.address} defer></script>
  </Section>
)

/** What the script says of the file before it sends anything. */
const Found: FC = () => (
  <div class="stack" data-found hidden>
    <Pairs of={[]}>
      <dt>{say('Organization')}</dt>
      <dd data-said="name" dir="auto" />
      <dt>{say('From')}</dt>
      <dd data-said="origin" />
      <dt>{say('Exported')}</dt>
      <dd data-said="started_at" />
      <dt>{say('Size')}</dt>
      <dd data-said="size" />
    </Pairs>
    <details>
      <summary>{say('How much of each kind is in it')}</summary>
      <p data-said="counts" />
    </details>
    <button type="button" class="primary">
      {say('Send it')}
    </button>
  </div>
)

const Otherwise: FC<{ webUrl: string }> = ({ webUrl }) => (
  <noscript>
    <p>
      {say(
        'This page reads the file with a script, and scripts are off here. Turn them on, or send the same by the API: the manifest first, then each part that the answer names as missing. Lines of a kind that has several parts are cut by the bytes of each.',
      )}
    </p>
    <Copy id="by-api" what={say('Commands that send it')} text={commands(webUrl)} />
  </noscript>
)

const commands = (webUrl: string) => {
  const at = `${webUrl}/api/v1/organizations/import`
  return `tar xf organization.tar
curl -c jar -H 'content-type: application/json' ${webUrl}/api/v1/auth/login -d '{"email": "…", "password": "…"}'
curl -b jar -H 'content-type: application/json' ${at} -d @manifest.json
curl -b jar -X PUT ${at}/ID/parts/1 --data-binary @NAME`
}
