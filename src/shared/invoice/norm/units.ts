/** Names of the units that have a code in UN/ECE recommendation 20; anything else counts as pieces. */
const names = {
  HUR: 'h hr hrs hour hours hora horas stunde stunden std heure heures',
  DAY: 'd day days día días dia dias tag tage jour jours',
  WEE: 'week weeks semana semanas woche wochen semaine semaines',
  MON: 'month months mes meses monat monate mois',
  ANN: 'year years año años jahr jahre an ans année années',
  MIN: 'min minute minutes minuto minutos minuten',
  KGM: 'kg kgs kilogram kilograms kilo kilos',
  GRM: 'g gram grams gramo gramos gramm gramme grammes',
  LTR: 'l litre litres liter liters litro litros',
  MTR: 'm metre metres meter meters metro metros mètre mètres',
  MTK: 'm2 m² sqm',
  KMT: 'km kms',
  KWH: 'kwh',
} as const

const codes = new Map(
  Object.entries(names).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
)

export const unitCodeOf = (unit: string | null) =>
  codes.get(unit?.trim().toLowerCase().replace(/\.$/, '') ?? '') ?? 'C62'
