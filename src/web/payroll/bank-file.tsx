import { fileResponse } from '../kit/downloads.tsx'
import type { Again } from '../kit/forms.tsx'
import { Money } from '../kit/money.tsx'
import type { Answer } from '../kit/operations.ts'
import { Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'

type File = Answer<'createPayrollBankFile'>
type Run = Pick<Answer<'getPayrollRun'>, 'currency'>

/** The file to hand to the bank, which browsers store; or why there is none. */
export async function fileForBank(run: Run, file: File, again: Again): Promise<Response> {
  const { content, content_type, filename } = file
  return content ? fileResponse(content, content_type, filename) : again(<Nobody of={file} run={run} />)
}

const Nobody = ({ of: { left_out }, run }: { of: File; run: Run }) => (
  <Notice kind="warn" title={say('The bank can pay nobody of this run')}>
    <p>{say('{counted} to be paid otherwise:', { counted: count(left_out.length, 'payslip') })}</p>
    <ul>
      {left_out.map(({ employee, net_minor, reason }) => (
        <li>
          {`${employee.name}: ${reason} (`}
          <Money minor={net_minor} currency={run.currency} />)
        </li>
      ))}
    </ul>
  </Notice>
)
