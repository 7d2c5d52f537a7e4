import { say } from '../kit/say.ts'
/** The field that takes the stages of a new pipeline. */
export const stageLines = {
  label: 'Stages',
  type: 'long',
  required: true,
  hint: 'One stage per line, with the chance of winning its deals in percent.',
} as const

/** What the field asks for at first. */
export const firstStages = 'Qualified 20\nProposal sent 50\nNegotiation 80'

/** The stages that were entered, each in a line with its probability. */
export function stagesIn(entered: string) {
  const lines = entered.split('\n').filter((line) => line.trim())
  const stages = lines.map((line) => /^\s*(.*\S)\s+(\d{1,3})\s*%?\s*$/.exec(line))
  if (!lines.length || stages.includes(null))
    return {
      invalid: { stages: say('Each line is a stage and its chance in percent, such as Qualified 20.') },
    }
  return { stages: stages.map((one) => ({ name: one![1], probability: Number(one![2]) })) }
}
