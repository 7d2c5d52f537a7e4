import { type Figures, fire, type Shot } from './fire.ts'

/** `node scripts/bench/alone.ts <shot> <seconds>`: sends one request again and again and prints the figures. */
const [shot, seconds] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [Shot, number]
const figures: Figures = await fire(() => shot, { seconds })
console.log(JSON.stringify(figures))
