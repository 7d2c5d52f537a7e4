/** User-supplied text on one line and truncated, so that a name cannot inject a header or hide the rest. */
export const oneLine = (value: unknown, max: number): string => {
  const text =
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replace(/[\p{C}\p{Z}]+/gu, ' ')
          .trim()
      : ''
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
}
