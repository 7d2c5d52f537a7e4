/** What people may type into. */
const typed = /<(?:textarea|input(?=[^>]* type="(?:text|search)"))(?![^>]* dir=)/g
/** The beginning of an element whose text has letters that are written from right to left. */
const foreign = /<[a-z][a-z0-9]*(?=(?: [^<>]*)?>[^<]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])/g

/** A page in which each text that people typed, and each field for one, has the direction of its own letters. */
export const withDirections = (html: string): string =>
  html
    .replace(typed, '$& dir="auto"')
    .replace(foreign, (tag) => (tag === '<textarea' ? tag : `${tag} dir="auto"`))
