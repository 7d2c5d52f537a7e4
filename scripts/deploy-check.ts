import { checkDeployment } from './stack/deployment/checks.ts'

/**
 * `npm run deploy:check -- https://api.example.com`: looks at a deployment from outside. With CHECK_EMAIL and CHECK_PASSWORD
 * (and CHECK_ORGANIZATION, if the account has several) it signs in, calls a tool and sends a file too. Exits with 1 if
 * something has to be done.
 */
const address = process.argv[2]
const { CHECK_EMAIL: email, CHECK_PASSWORD: password, CHECK_ORGANIZATION: organization } = process.env
if (!address || !URL.canParse(address)) {
  console.error('Say which deployment: npm run deploy:check -- https://api.example.com')
  process.exit(1)
}
const account = email && password ? { email, password, organization } : undefined
const sign = { ok: '✓', wrong: '✗', skipped: '–' }
let wrong = 0
for await (const { what, state, said } of checkDeployment(address, account)) {
  console.log(`${sign[state]} ${what}: ${said}`)
  if (state === 'wrong') wrong += 1
}
console.log(wrong ? `\n${wrong} to mend` : '\nnothing to mend')
process.exit(wrong ? 1 : 0)
