/** Replies in the shape in which programs write them, and what their authors wrote. The texts are our own. */
type Reply = [program: string, text: string, wrote: string]

const quoted = '> Guten Tag,\n>\n> we look into it.\n>\n> -- \n> Ada support · ticket #7'
/** A line or two above marked ones. */
const marked = (program: string, attribution: string, wrote: string): Reply => [
  program,
  `${wrote}\n\n${attribution}\n\n${quoted}\n`,
  wrote,
]
/** A mail quoted whole below its headers. */
const whole = (program: string, headers: string, wrote: string): Reply => [
  program,
  `${wrote}\n\n${headers}\n\nGuten Tag,\n\nwe look into it.\n\nReply to this mail: yes.\n`,
  wrote,
]
const rule = '________________________________'

export const replies: Reply[] = [
  // English
  marked(
    'Gmail',
    'On Mon, 23 Nov 2026 at 10:00, Ada (Ada support) <help@example.com> wrote:',
    'It works now.\nThanks!',
  ),
  marked(
    'Gmail, wrapped',
    'On Mon, Nov 23, 2026 at 10:00 AM Ada (Ada support) from the desk\n<help@example.com> wrote:',
    'Still broken.',
  ),
  marked(
    'Apple Mail',
    'On 23 Nov 2026, at 10:00, Ada (Ada support) <help@example.com> wrote:',
    'See you at 10:30: fine.',
  ),
  marked(
    'Thunderbird',
    'On 23/11/2026 10:00, Ada (Ada support) wrote:',
    'One more thing:\n\n- first\n- second',
  ),
  whole(
    'Outlook',
    `${rule}\nFrom: Ada <help@example.com>\nSent: Monday, November 23, 2026 10:00 AM\nTo: Charles <c@b.example>\nSubject: Re: Prices [#7]`,
    'Please call me.',
  ),
  whole(
    'Outlook 2007',
    '-----Original Message-----\nFrom: Ada [mailto:help@example.com]\nSent: Monday, November 23, 2026 10:00 AM\nTo: Charles\nSubject: Prices',
    'No.',
  ),
  whole(
    'Yahoo',
    'On Monday, November 23, 2026 at 10:00:00 AM GMT+1, Ada <help@example.com> wrote:',
    'I agree.',
  ),
  // German
  marked(
    'Gmail de',
    'Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Ada (Ada support) <\nhelp@example.com>:',
    'Danke, läuft.',
  ),
  marked(
    'Apple Mail de',
    'Am 23.11.2026 um 10:00 schrieb Ada <help@example.com>:',
    'Leider nein.\n\nGrüße\nCharles',
  ),
  whole(
    'Outlook de',
    'Von: Ada <help@example.com>\nGesendet: Montag, 23. November 2026 10:00\nAn: Charles <c@b.example>\nBetreff: Re: Preise',
    'Bitte zurückrufen.',
  ),
  whole(
    'GMX',
    'Am 23.11.26, 10:00 schrieb Ada <help@example.com>:',
    'Passt.\n\n-- \nVon unterwegs gesendet.',
  ),
  // French
  marked(
    'Gmail fr',
    'Le lun. 23 nov. 2026 à 10:00, Ada (Ada support) <help@example.com> a\nécrit :',
    'Merci beaucoup.',
  ),
  whole(
    'Outlook fr',
    `${rule}\nDe : Ada <help@example.com>\nEnvoyé : lundi 23 novembre 2026 10:00\nÀ : Charles <c@b.example>\nObjet : Re: Prix`,
    'C’est réglé.',
  ),
  whole(
    'Orange',
    '> Message du 23/11/26 10:00\n> De : "Ada" <help@example.com>\n> A : c@b.example\n> Objet : Prix',
    'Oui.',
  ),
  // Spanish
  marked(
    'Gmail es',
    'El lun, 23 nov 2026 a las 10:00, Ada (<help@example.com>) escribió:',
    'Ya funciona, gracias.',
  ),
  whole(
    'Outlook es',
    'De: Ada <help@example.com>\nEnviado el: lunes, 23 de noviembre de 2026 10:00\nPara: Charles\nAsunto: Precios',
    'No puedo entrar.',
  ),
  // Italian
  marked(
    'Gmail it',
    'Il giorno lun 23 nov 2026 alle ore 10:00 Ada <help@example.com> ha scritto:',
    'Grazie mille.',
  ),
  whole(
    'Outlook it',
    'Da: Ada <help@example.com>\nInviato: lunedì 23 novembre 2026 10:00\nA: Charles\nOggetto: Prezzi',
    'Non ancora.',
  ),
  // Portuguese
  marked('Gmail pt', 'Ada <help@example.com> escreveu (segunda, 23/11/2026 à(s) 10:00):', 'Obrigado.'),
  whole(
    'Outlook pt',
    '*De:* Ada <help@example.com>\n*Enviada em:* segunda-feira, 23 de novembro de 2026 10:00\n*Para:* Charles\n*Assunto:* Preços',
    'Ainda não.',
  ),
  // Dutch
  marked('Gmail nl', 'Op ma 23 nov 2026 om 10:00 schreef Ada <help@example.com>:', 'Bedankt.'),
  whole(
    'Outlook nl',
    'Van: Ada <help@example.com>\nVerzonden: maandag 23 november 2026 10:00\nAan: Charles\nOnderwerp: Prijzen',
    'Nog niet.',
  ),
  // Swedish, Danish, Norwegian, Finnish
  marked('Gmail sv', 'Den mån 23 nov. 2026 kl 10:00 skrev Ada <help@example.com>:', 'Tack.'),
  whole(
    'Outlook sv',
    'Från: Ada <help@example.com>\nSkickat: den 23 november 2026 10:00\nTill: Charles\nÄmne: Priser',
    'Nej.',
  ),
  marked('Gmail da', 'Den man. 23. nov. 2026 kl. 10.00 skrev Ada <help@example.com>:', 'Mange tak.'),
  whole(
    'Outlook no',
    'Fra: Ada <help@example.com>\nSendt: mandag 23. november 2026 10:00\nTil: Charles\nEmne: Priser',
    'Takk.',
  ),
  marked('Gmail fi', 'ma 23. marrask. 2026 klo 10.00 Ada (help@example.com) kirjoitti:', 'Kiitos.'),
  whole(
    'Outlook fi',
    'Lähettäjä: Ada <help@example.com>\nLähetetty: maanantai 23. marraskuuta 2026 10.00\nVastaanottaja: Charles\nAihe: Hinnat',
    'Ei vielä.',
  ),
  // Polish, Czech, Hungarian, Romanian
  marked('Gmail pl', 'pon., 23 lis 2026 o 10:00 Ada <help@example.com> napisał(a):', 'Dziękuję.'),
  whole(
    'Outlook pl',
    'Od: Ada <help@example.com>\nWysłano: poniedziałek, 23 listopada 2026 10:00\nDo: Charles\nTemat: Ceny',
    'Nie działa.',
  ),
  marked('Gmail cs', 'po 23. 11. 2026 v 10:00 odesílatel Ada <help@example.com> napsal:', 'Děkuji.'),
  marked('Gmail hu', 'Ada <help@example.com> ezt írta (időpont: 2026. nov. 23., H, 10:00):', 'Köszönöm.'),
  marked('Gmail ro', 'În lun., 23 nov. 2026 la 10:00, Ada <help@example.com> a scris:', 'Mulțumesc.'),
  // Russian, Ukrainian, Greek, Turkish
  marked('Gmail ru', 'пн, 23 нояб. 2026 г. в 10:00, Ada <help@example.com>:', 'Спасибо.'),
  whole(
    'Outlook ru',
    'От: Ada <help@example.com>\nОтправлено: 23 ноября 2026 г. 10:00\nКому: Charles\nТема: Цены',
    'Не работает.',
  ),
  marked('Mail.ru', 'Понедельник, 23 ноября 2026, 10:00 +03:00 от Ada <help@example.com>:', 'Хорошо.'),
  marked('Gmail uk', 'пн, 23 лист. 2026 р. о 10:00 Ada <help@example.com> пише:', 'Дякую.'),
  marked(
    'Gmail el',
    'Στις Δευ 23 Νοε 2026 στις 10:00 π.μ., ο χρήστης Ada <help@example.com>\nέγραψε:',
    'Ευχαριστώ.',
  ),
  marked('Gmail tr', 'Ada <help@example.com>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:', 'Teşekkürler.'),
  // Chinese, Japanese, Korean, Thai, Vietnamese
  marked('Gmail zh', 'Ada <help@example.com> 于2026年11月23日周一 10:00写道：', '谢谢。'),
  whole(
    'QQ',
    '------------------ 原始邮件 ------------------\n发件人: "Ada" <help@example.com>;\n发送时间: 2026年11月23日(星期一) 上午10:00\n收件人: "Charles";\n主题: Re: 价格',
    '好的。',
  ),
  marked('Gmail ja', '2026年11月23日(月) 10:00 Ada <help@example.com>:', 'ありがとうございます。'),
  whole(
    'Outlook ja',
    '差出人: Ada <help@example.com>\n送信日時: 2026年11月23日 10:00\n宛先: Charles\n件名: Re: 価格',
    'まだです。',
  ),
  marked('Gmail ko', '2026년 11월 23일 (월) 오전 10:00, Ada <help@example.com>님이 작성:', '감사합니다.'),
  marked('Gmail th', 'ในวันที่ จ. 23 พ.ย. 2026 เวลา 10:00 Ada <help@example.com> เขียนว่า:', 'ขอบคุณ'),
  marked('Gmail vi', 'Vào Th 2, 23 thg 11, 2026 vào lúc 10:00 Ada <help@example.com> đã viết:', 'Cảm ơn.'),
  // Arabic, Hebrew
  marked('Gmail ar', 'في الاثنين، ٢٣ نوفمبر ٢٠٢٦ ١٠:٠٠ ص Ada <help@example.com> كتب:', 'شكرا'),
  marked(
    'Gmail he',
    '\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת \u202aAda\u202c\u200f <\u202ahelp@example.com\u202c\u200f>:\u202c',
    'תודה',
  ),
  // What must not be lost.
  [
    'answers between the lines',
    'Hello,\n\nOn 23 Nov 2026, Ada <a@b.c> wrote:\n> Which shop?\n\nThe one in Bath.\n\n> Since when?\n\nMonday.',
    'Hello,\n\nOn 23 Nov 2026, Ada <a@b.c> wrote:\n> Which shop?\n\nThe one in Bath.\n\n> Since when?\n\nMonday.',
  ],
  [
    'an answer below the quote',
    'On 23 Nov 2026, Ada <a@b.c> wrote:\n> Which shop?\n\nThe one in Bath.',
    'The one in Bath.',
  ],
  ['only a quote', '> Which shop?\n> In Bath?', '> Which shop?\n> In Bath?'],
  [
    'a list with colons',
    'Name: Charles\nDate: today\nTo: nobody\n\nThat is what the form said.',
    'Name: Charles\nDate: today\nTo: nobody\n\nThat is what the form said.',
  ],
  [
    'a time and a colon',
    'We met on 23 Nov 2026 and this was said:\n\nNothing at all.',
    'We met on 23 Nov 2026 and this was said:\n\nNothing at all.',
  ],
  [
    'a sign at the start of a line',
    'Is 3 <\n2, or\n> 1? No idea.\n\nPlease tell.',
    'Is 3 <\n2, or\n> 1? No idea.\n\nPlease tell.',
  ],
  [
    'an answer right above the line',
    'Thanks!\nOn 23 Nov 2026 at 10:00, Ada <a@b.c> wrote:\n> done',
    'Thanks!',
  ],
  [
    'a footer of a list below the quote',
    'Agreed.\n\nOn 23 Nov 2026, Ada <a@b.c> wrote:\n> done\n-- \nYou receive this as a member of the group.',
    'Agreed.',
  ],
]

/** Mails that have HTML alone, and their text. */
export const pages: Reply[] = [
  [
    'Gmail',
    '<div dir="ltr">It works.<br><br>Thanks &amp; bye</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, 23 Nov 2026 at 10:00, Ada &lt;<a href="mailto:a@b.c">a@b.c</a>&gt; wrote:<br></div><blockquote><div>old<br>older</div></blockquote></div>',
    'It works.\n\nThanks & bye',
  ],
  [
    'Outlook',
    '<html><head><style>p{margin:0}</style></head><body><p class=MsoNormal>Please call me.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style="border-top:solid"><p class=MsoNormal><b>Von:</b> Ada &lt;a@b.c&gt; <br><b>Gesendet:</b> Montag, 23. November 2026 10:00<br><b>An:</b> Charles<br><b>Betreff:</b> Preise</p></div><p>old</p></body></html>',
    'Please call me.',
  ],
  [
    'a table',
    '<p>Order:</p><table><tr><th>Item</th><th>Price</th></tr><tr><td>Bread</td><td>2,50&nbsp;&euro;</td></tr><tr><td></td><td>Tax</td></tr></table><p>End</p>',
    'Order:\n\nItem | Price\nBread | 2,50\u00a0€\nTax\n\nEnd',
  ],
  [
    'links',
    '<a href="https://shop.example/o?a=1&amp;b=2">Your order</a>, <a href="https://shop.example/">shop.example</a> <a href="javascript:alert(1)">no</a> <a href=mailto:a@b.c>a@b.c</a>',
    'Your order <https://shop.example/o?a=1&b=2>, shop.example no a@b.c',
  ],
  [
    'references',
    '&Eacute;t&eacute; &copy; &#8364; &#x1F600; &hellip; &unknown; &notit; &lt;b&gt; A&B &#0;',
    'Été © € 😀 … &unknown; &notit; <b> A&B \ufffd',
  ],
  [
    'lists',
    '<ul><li>one<li>two<ul><li>deep</li></ul></li></ul><ol><li>first</li><li>second</li></ol>',
    '- one\n- two\n  - deep\n\n1. first\n2. second',
  ],
  ['preformatted text', '<pre>a\n  b\n\n\nc</pre><p>x</p>', 'a\n  b\n\nc\n\nx'],
  [
    'pictures and hidden things',
    '<!-- c > --><title>t</title><p>See <img alt="the shop" src="cid:1"> <img src=x></p><script>var a = "</p>"</script><noscript>no</noscript>',
    'See [the shop]',
  ],
  ['a comparison', '<p>1 < 2 and 3 > 2, a <b', '1 < 2 and 3 > 2, a'],
]
