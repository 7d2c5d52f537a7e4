export const gray = '#6b7280'
export const hairline = '#e5e7eb'
export const band = '#f3f4f6'
export const watermark = '#eceef1'
