/** What programs call the headers of a mail that they quote whole, in many languages. */
const senders =
  'from|von|de|da|di|van|från|fra|frá|lähettäjä|od|от|від|от кого|kimden|gönderen|από|מאת|من|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|feladó|de la|expéditeur|remitente|mittente|remetente|afzender|absender|avsändare|afsender|avsender|từ|จาก|nuo|saatja|odesílatel|odosielateľ|pošiljatelj|nadawca|отправитель|відправник|αποστολέας|dari'
const others =
  'sent|date|to|cc|subject|reply-to|importance|gesendet|datum|an|betreff|kopie|envoyé|à|objet|enviado|enviado el|enviada em|fecha|para|asunto|data|assunto|inviato|inviato il|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|dato|lähetetty|vastaanottaja|aihe|päivämäärä|päiväys|wysłano|wysłane|do|dw|temat|odesláno|komu|předmět|odoslané|predmet|отправлено|дата|кому|тема|копия|надіслано|gönderildi|gönderme|tarih|kime|konu|bilgi|στάλθηκε|ημερομηνία|προς|θέμα|נשלח|תאריך|אל|נושא|تاريخ الإرسال|تم الإرسال|إلى|الموضوع|التاريخ|发送时间|日期|收件人|主题|抄送|寄件日期|已傳送|收件者|主旨|送信日時|送信|宛先|件名|日付|보낸 날짜|날짜|받는 사람|받는사람|제목|elküldve|dátum|címzett|tárgy|trimis|dată|către|subiect|đã gửi|ngày|tới|đến|chủ đề|ส่ง|วันที่|ถึง|เรื่อง|dikirim|kepada|subjek|nosūtīts|išsiųsta|saadetud'

const isOneOf = (names: string) => {
  const pattern = new RegExp(`^(?:${names})$`, 'iu')
  return (line: string) => {
    const [, name] =
      /^[\s*>]{0,6}([^:：]{1,24}?)[\s*]*[:：][\s*]*\S/u.exec(line.slice(0, 200).replaceAll(/\p{Cf}/gu, '')) ??
      []
    return name !== undefined && pattern.test(name)
  }
}
export const isSender = isOneOf(senders)
const isOther = isOneOf(others)
/** How many of the lines are further headers. */
export const otherHeaders = (lines: string[]) => lines.filter(isOther).length
