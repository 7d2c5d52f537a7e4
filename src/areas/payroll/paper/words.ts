import { languageOf } from '../../../shared/locale.ts'

/** The texts on a payslip besides its values, in one language. */
export type Words = {
  title: string
  draft: string
  void: string
  employer: string
  employee: string
  taxId: string
  number: string
  department: string
  jobTitle: string
  nationalId: string
  account: string
  period: string
  payDate: string
  paidDays: string
  earnings: string
  deductions: string
  employerPays: string
  quantity: string
  rate: string
  base: string
  amount: string
  gross: string
  net: string
  yearToDate: (year: string) => string
  leave: string
  left: string
  days: string
  recordedHours: string
  /** What lines of the service itself are called; those of components have names of their own. */
  lines: Record<'base' | 'reduction' | 'continued' | 'arrears', string>
  page: (page: number, pages: number) => string
}

const en: Words = {
  title: 'Payslip',
  draft: 'DRAFT',
  void: 'VOID',
  employer: 'Employer',
  employee: 'Employee',
  taxId: 'Tax number',
  number: 'Employee number',
  department: 'Department',
  jobTitle: 'Job title',
  nationalId: 'National id ending in',
  account: 'Paid to the account ending in',
  period: 'Period',
  payDate: 'Payment date',
  paidDays: 'Days paid',
  earnings: 'Earnings',
  deductions: 'Deductions',
  employerPays: 'Paid by the employer',
  quantity: 'Quantity',
  rate: 'Rate',
  base: 'Base',
  amount: 'Amount',
  gross: 'Gross pay',
  net: 'Net pay',
  yearToDate: (year) => `Year to date ${year}`,
  leave: 'Leave at the end of the period',
  left: 'Left',
  days: 'days',
  recordedHours: 'Working hours recorded in the period',
  lines: {
    base: 'Base pay',
    reduction: 'Reduction for absence',
    continued: 'Continued pay',
    arrears: 'Arrears',
  },
  page: (page, pages) => `Page ${page} of ${pages}`,
}

const es: Words = {
  title: 'Recibo de salario',
  draft: 'BORRADOR',
  void: 'ANULADO',
  employer: 'Empresa',
  employee: 'Trabajador',
  taxId: 'NIF',
  number: 'Número de empleado',
  department: 'Departamento',
  jobTitle: 'Puesto',
  nationalId: 'NIF acabado en',
  account: 'Pago en la cuenta acabada en',
  period: 'Período de liquidación',
  payDate: 'Fecha de pago',
  paidDays: 'Días pagados',
  earnings: 'Devengos',
  deductions: 'Deducciones',
  employerPays: 'Aportación de la empresa',
  quantity: 'Cantidad',
  rate: 'Tipo',
  base: 'Base',
  amount: 'Importe',
  gross: 'Total devengado',
  net: 'Líquido a percibir',
  yearToDate: (year) => `Acumulado del año ${year}`,
  leave: 'Vacaciones al final del período',
  left: 'Pendiente',
  days: 'días',
  recordedHours: 'Horas de trabajo registradas en el período',
  lines: {
    base: 'Salario base',
    reduction: 'Reducción por ausencia',
    continued: 'Pago durante la ausencia',
    arrears: 'Atrasos',
  },
  page: (page, pages) => `Página ${page} de ${pages}`,
}

const de: Words = {
  title: 'Entgeltabrechnung',
  draft: 'ENTWURF',
  void: 'UNGÜLTIG',
  employer: 'Arbeitgeber',
  employee: 'Arbeitnehmer',
  taxId: 'USt-IdNr./Steuernummer',
  number: 'Personalnummer',
  department: 'Abteilung',
  jobTitle: 'Tätigkeit',
  nationalId: 'Ausweisnummer endet auf',
  account: 'Überweisung auf das Konto, das endet auf',
  period: 'Abrechnungszeitraum',
  payDate: 'Zahlungsdatum',
  paidDays: 'Bezahlte Tage',
  earnings: 'Bezüge',
  deductions: 'Abzüge',
  employerPays: 'Arbeitgeberanteile',
  quantity: 'Menge',
  rate: 'Satz',
  base: 'Grundlage',
  amount: 'Betrag',
  gross: 'Bruttoentgelt',
  net: 'Auszahlungsbetrag',
  yearToDate: (year) => `Summen des Jahres ${year}`,
  leave: 'Urlaub am Ende des Zeitraums',
  left: 'Rest',
  days: 'Tage',
  recordedHours: 'Im Zeitraum erfasste Arbeitszeit',
  lines: {
    base: 'Grundentgelt',
    reduction: 'Kürzung wegen Abwesenheit',
    continued: 'Entgeltfortzahlung',
    arrears: 'Nachzahlung',
  },
  page: (page, pages) => `Seite ${page} von ${pages}`,
}

const fr: Words = {
  title: 'Bulletin de paie',
  draft: 'BROUILLON',
  void: 'ANNULÉ',
  employer: 'Employeur',
  employee: 'Salarié',
  taxId: 'Numéro de TVA',
  number: 'Matricule',
  department: 'Service',
  jobTitle: 'Emploi',
  nationalId: 'Identifiant national finissant par',
  account: 'Virement sur le compte finissant par',
  period: 'Période',
  payDate: 'Date de paiement',
  paidDays: 'Jours payés',
  earnings: 'Gains',
  deductions: 'Retenues',
  employerPays: 'Part de l’employeur',
  quantity: 'Quantité',
  rate: 'Taux',
  base: 'Base',
  amount: 'Montant',
  gross: 'Salaire brut',
  net: 'Net à payer',
  yearToDate: (year) => `Cumuls de l’année ${year}`,
  leave: 'Congés à la fin de la période',
  left: 'Solde',
  days: 'jours',
  recordedHours: 'Heures de travail enregistrées dans la période',
  lines: {
    base: 'Salaire de base',
    reduction: 'Retenue pour absence',
    continued: 'Maintien de salaire',
    arrears: 'Rappel de salaire',
  },
  page: (page, pages) => `Page ${page} sur ${pages}`,
}

const languages: Record<string, Words> = { en, es, de, fr }

/** The texts in the language of a locale, or else in English. */
export const wordsOf = (locale: string): Words => languages[languageOf(locale, languages)]!
