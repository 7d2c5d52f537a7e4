import LineBreaker from 'linebreak'

/** Breaks a paragraph into lines of at most `width`, where Unicode allows it (UAX #14); words that are too long, anywhere. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let [line, used] = ['', 0]
  const close = () => {
    lines.push(line.trimEnd())
    ;[line, used] = ['', 0]
  }
  for (const piece of piecesOf(text, width, widthOf)) {
    if (line && used + widthOf(piece.trimEnd()) > width) close()
    line += piece
    used += widthOf(piece)
  }
  close()
  return lines
}

/** The unbreakable pieces, each with the space after it. */
function piecesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const breaker = new LineBreaker(text)
  const pieces: string[] = []
  let from = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    pieces.push(text.slice(from, next.position))
    from = next.position
  }
  return pieces.flatMap((piece) => (widthOf(piece.trimEnd()) > width ? charactersOf(piece) : [piece]))
}

const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
