import { languageOf } from '../../../shared/locale.ts'

/** The texts on an extract of working hours besides its values, in one language. */
export type Words = {
  title: string
  employer: string
  employee: string
  taxId: string
  number: string
  nationalId: string
  period: string
  printed: string
  day: string
  start: string
  end: string
  breaks: string
  worked: string
  kind: string
  kinds: Record<'ordinary' | 'overtime' | 'complementary', string>
  remote: string
  open: string
  total: string
  totals: string
  days: string
  correction: string
  reason: string
  agreement: string
  sides: Record<'worker' | 'company', string>
  decisions: Record<'agreed' | 'refused' | 'unilateral' | 'sole', string>
  none: string
  log: string
  /** Whether the records are as they were recorded. */
  verified: string
  altered: string
  page: (page: number, pages: number) => string
}

const en: Words = {
  title: 'Record of working hours',
  employer: 'Employer',
  employee: 'Employee',
  taxId: 'Tax number',
  number: 'Employee number',
  nationalId: 'National id ending in',
  period: 'Period',
  printed: 'Printed',
  day: 'Day',
  start: 'Start',
  end: 'End',
  breaks: 'Breaks',
  worked: 'Hours',
  kind: 'Kind',
  kinds: { ordinary: 'ordinary', overtime: 'overtime', complementary: 'complementary' },
  remote: 'remote',
  open: 'no end recorded',
  total: 'Total',
  totals: 'Month',
  days: 'Days',
  correction: 'Correction',
  reason: 'Reason',
  agreement: 'Agreement',
  sides: { worker: 'employee', company: 'employer' },
  decisions: { agreed: 'agreed', refused: 'refused', unilateral: 'by one side', sole: 'sole decision' },
  none: 'Nothing is recorded in this period.',
  log: 'End of the log, to compare',
  verified: 'The records are as they were recorded.',
  altered: 'Records were altered after they were recorded.',
  page: (page, pages) => `Page ${page} of ${pages}`,
}

const es: Words = {
  title: 'Registro de jornada',
  employer: 'Empresa',
  employee: 'Trabajador',
  taxId: 'NIF',
  number: 'Número de empleado',
  nationalId: 'NIF acabado en',
  period: 'Período',
  printed: 'Impreso',
  day: 'Día',
  start: 'Inicio',
  end: 'Fin',
  breaks: 'Pausas',
  worked: 'Horas',
  kind: 'Clase',
  kinds: { ordinary: 'ordinarias', overtime: 'extraordinarias', complementary: 'complementarias' },
  remote: 'a distancia',
  open: 'sin fin registrado',
  total: 'Total',
  totals: 'Mes',
  days: 'Días',
  correction: 'Corrección',
  reason: 'Motivo',
  agreement: 'Conformidad',
  sides: { worker: 'trabajador', company: 'empresa' },
  decisions: { agreed: 'conforme', refused: 'no conforme', unilateral: 'unilateral', sole: 'decisión única' },
  none: 'No hay registros en este período.',
  log: 'Final del registro, para comparar',
  verified: 'Los registros están como se registraron.',
  altered: 'Hay registros alterados después de registrarse.',
  page: (page, pages) => `Página ${page} de ${pages}`,
}

const de: Words = {
  title: 'Arbeitszeitnachweis',
  employer: 'Arbeitgeber',
  employee: 'Arbeitnehmer',
  taxId: 'USt-IdNr./Steuernummer',
  number: 'Personalnummer',
  nationalId: 'Ausweisnummer endet auf',
  period: 'Zeitraum',
  printed: 'Gedruckt',
  day: 'Tag',
  start: 'Beginn',
  end: 'Ende',
  breaks: 'Pausen',
  worked: 'Stunden',
  kind: 'Art',
  kinds: { ordinary: 'regulär', overtime: 'Überstunden', complementary: 'Mehrarbeit' },
  remote: 'mobil',
  open: 'kein Ende erfasst',
  total: 'Summe',
  totals: 'Monat',
  days: 'Tage',
  correction: 'Korrektur',
  reason: 'Grund',
  agreement: 'Zustimmung',
  sides: { worker: 'Arbeitnehmer', company: 'Arbeitgeber' },
  decisions: { agreed: 'einverstanden', refused: 'abgelehnt', unilateral: 'einseitig', sole: 'allein' },
  none: 'In diesem Zeitraum ist nichts erfasst.',
  log: 'Ende des Protokolls, zum Vergleich',
  verified: 'Die Einträge sind, wie sie erfasst wurden.',
  altered: 'Einträge wurden nach der Erfassung verändert.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const fr: Words = {
  title: 'Relevé des heures de travail',
  employer: 'Employeur',
  employee: 'Salarié',
  taxId: 'Numéro de TVA',
  number: 'Matricule',
  nationalId: 'Identifiant national finissant par',
  period: 'Période',
  printed: 'Imprimé',
  day: 'Jour',
  start: 'Début',
  end: 'Fin',
  breaks: 'Pauses',
  worked: 'Heures',
  kind: 'Nature',
  kinds: { ordinary: 'ordinaires', overtime: 'supplémentaires', complementary: 'complémentaires' },
  remote: 'à distance',
  open: 'aucune fin enregistrée',
  total: 'Total',
  totals: 'Mois',
  days: 'Jours',
  correction: 'Correction',
  reason: 'Motif',
  agreement: 'Accord',
  sides: { worker: 'salarié', company: 'employeur' },
  decisions: { agreed: 'd’accord', refused: 'refusé', unilateral: 'unilatéral', sole: 'décision unique' },
  none: 'Rien n’est enregistré dans cette période.',
  log: 'Fin du registre, à comparer',
  verified: 'Les enregistrements sont tels qu’ils ont été faits.',
  altered: 'Des enregistrements ont été modifiés après coup.',
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

const languages: Record<string, Words> = { en, es, de, fr }

export const wordsOf = (locale: string): Words => languages[languageOf(locale, languages)]!
