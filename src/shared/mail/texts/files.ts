import type { Language } from './texts.ts'

/** What stands above links to the files of a message that are too large for a mail. */
export const toDownload: Record<Language, (until: string) => string> = {
  en: (until) => `Files to download, until ${until}:`,
  de: (until) => `Dateien zum Herunterladen, bis ${until}:`,
  es: (until) => `Archivos para descargar, hasta el ${until}:`,
  fr: (until) => `Fichiers à télécharger, jusqu’au ${until} :`,
}
