import { base64 } from '../../base/base64.ts'
import type { TransformContext } from '../../kit/operation.ts'
import type { Printed } from './paper/view.ts'

/** The extract of a worker as a file for people, such as an inspector. */
export async function hoursFile(text: string, { outside, now }: TransformContext): Promise<string> {
  const printed = JSON.parse(text) as Printed
  const { pdfOf } = await import('./paper/paper.ts')
  const bytes = await pdfOf(printed, { font: outside.fonts(), at: now })
  const { from, to } = printed.report
  return JSON.stringify({
    filename: `working-hours-${from}-${to}.pdf`,
    content_type: 'application/pdf',
    content: base64(bytes),
  })
}
