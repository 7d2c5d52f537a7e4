/** The colours of the pages. Contrast is held by test/web/palette.test.ts. */
export const light = {
  ground: '#f4f6f9', surface: '#ffffff', text: '#1a2230', muted: '#545f73', line: '#dde2ea', edge: '#768296',
  accent: '#2650bd', onAccent: '#ffffff', accentSoft: '#e9effc',
  danger: '#a3211b', dangerSoft: '#fcebea', onDanger: '#ffffff',
  warn: '#6e4500', warnSoft: '#fcf0d8', good: '#155c37', goodSoft: '#e2f3e9', code: '#eef1f6',
}

export const dark: typeof light = {
  ground: '#0e1218', surface: '#161c25', text: '#e7ebf2', muted: '#a3aec0', line: '#2a3341', edge: '#76839a',
  accent: '#93b4ff', onAccent: '#0b1633', accentSoft: '#1b2945',
  danger: '#ffa59c', dangerSoft: '#391b1c', onDanger: '#300a08',
  warn: '#f2c76b', warnSoft: '#332811', good: '#86d8a6', goodSoft: '#132c1d', code: '#0f151d',
}
