/** Texts of people in one line and of a bearable length, so that no name makes a header or hides the rest. */
export const oneLine = (value: unknown, most: number): string => {
  const text =
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replace(/[\p{C}\p{Z}]+/gu, ' ')
          .trim()
      : ''
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}
