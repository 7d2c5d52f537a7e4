-- Written by scripts/holidays.ts. Public holidays from date-holidays 3.37.0, https://github.com/commenthol/date-holidays,
-- by its contributors, under CC BY-SA 3.0. Islamic and other lunar dates are predictions.
select app.load_holidays(2020, 2036, $places$
AD		Andorra
AD	03	Encamp
AD	07	Andorra la Vella
AE		United Arab Emirates
AG		Antigua & Barbuda
AG	10	Barbuda
AI		Anguilla
AL		Albania
AM		Armenia
AO		Angola
AR		Argentina
AS		American Samoa
AT		Austria
AT	1	Burgenland
AT	2	Kärnten
AT	3	Niederösterreich
AT	4	Oberösterreich
AT	5	Land Salzburg
AT	6	Steiermark
AT	7	Tirol
AT	8	Vorarlberg
AT	9	Wien
AU		Australia
AU	ACT	Australian Capital Territory
AU	NSW	New South Wales
AU	NT	Northern Territory
AU	QLD	Queensland
AU	SA	South Australia
AU	TAS	Tasmania
AU	VIC	Victoria
AU	WA	Western Australia
AW		Aruba
AX		Åland Islands
AZ		Azerbaijan
BA		Bosnia and Herzegovina
BA	BIH	Federation of Bosnia and Herzegovina
BA	BIH-W	Federation of Bosnia and Herzegovina, Western Herzegovina
BA	BRC	Brčko District
BA	SRP	Republika Srpska
BB		Barbados
BD		People's Republic of Bangladesh
BE		Belgium
BE	BRU	Bruxelles
BE	DE	Deutschsprachige Gemeinschaft
BE	VLG	Vlaamse Gemeenschap
BE	WAL	Communauté française
BF		Burkina Faso
BG		Bulgaria
BH		Bahrain
BI		Burundi
BJ		Benin
BL		St. Barths
BM		Bermuda
BN		Brunei
BO		Bolivia
BO	B	Beni
BO	C	Cochabamba
BO	H	Chuquisaca
BO	L	La Paz
BO	N	Pando
BO	O	Oruro
BO	P	Potosí
BO	S	Santa Cruz
BO	T	Tarija
BQ		Caribbean Netherlands
BQ	BO	Bonaire
BQ	SA	Saba
BQ	SE	Sint Eustatius
BR		Brazil
BR	AC	Acre
BR	AL	Alagoas
BR	AM	Amazonas
BR	AP	Amapá
BR	BA	Bahia
BR	CE	Ceará
BR	DF	Distrito Federal
BR	ES	Espírito Santo
BR	GO	Goiás
BR	GO-GOIANIA	Goiás, Goiânia
BR	MA	Maranhão
BR	MG	Minas Gerais
BR	MG-BH	Minas Gerais, Belo Horizonte
BR	MS	Mato Grosso do Sul
BR	MT	Mato Grosso
BR	PA	Pará
BR	PB	Paraíba
BR	PE	Pernambuco
BR	PE-RE	Pernambuco, Recife
BR	PI	Piauí
BR	PR	Paraná
BR	PR-CU	Paraná, Curitiba
BR	RJ	Rio de Janeiro
BR	RJ-RJ	Rio de Janeiro, Rio de Janeiro
BR	RN	Rio Grande do Norte
BR	RO	Rondônia
BR	RR	Roraima
BR	RS	Rio Grande do Sul
BR	SC	Santa Catarina
BR	SE	Sergipe
BR	SP	São Paulo
BR	SP-SP	São Paulo, São Paulo
BR	TO	Tocantins
BS		Bahamas
BW		Botswana
BY		Belarus
BZ		Belize
CA		Canada
CA	AB	Alberta
CA	BC	British Columbia
CA	MB	Manitoba
CA	NB	New Brunswick
CA	NL	Newfoundland and Labrador
CA	NS	Nova Scotia
CA	NT	Northwest Territories
CA	NU	Nunavut
CA	ON	Ontario
CA	PE	Prince Edward Island
CA	QC	Quebec
CA	SK	Saskatchewan
CA	YT	Yukon
CC		Cocos (Keeling) Islands
CD		Democratic Republic of the Congo
CF		Central African Republic
CG		Republic of the Congo
CH		Switzerland
CH	ZH	Kanton Zürich
CH	BE	Kanton Bern
CH	LU	Kanton Luzern
CH	UR	Kanton Uri
CH	SZ	Kanton Schwyz
CH	OW	Kanton Obwalden
CH	NW	Kanton Nidwalden
CH	GL	Kanton Glarus
CH	ZG	Kanton Zug
CH	FR	Canton de Fribourg
CH	SO	Kanton Solothurn
CH	BS	Kanton Basel-Stadt
CH	BL	Kanton Basel-Landschaft
CH	SH	Kanton Schaffhausen
CH	AR	Kanton Appenzell Ausserrhoden
CH	AI	Kanton Appenzell Innerrhoden
CH	SG	Kanton St. Gallen
CH	GR	Kanton Graubünden
CH	AG	Kanton Aargau
CH	TG	Kanton Thurgau
CH	TI	Canton Ticino
CH	VD	Canton de Vaud
CH	VS	Canton du Valais
CH	NE	Canton de Neuchâtel
CH	GE	Canton de Genève
CH	JU	Canton du Jura
CI		Republic of Côte d'Ivoire
CK		Cook Islands
CK	Aitutaki	Aitutaki
CK	Atiu	Atiu
CK	Mangaia	Mangaia
CK	Manihiki	Manihiki
CK	Mitiaro	Mitiaro
CK	Palmerston	Palmerston
CK	Penrhyn	Penrhyn
CK	Pukapuka	Pukapuka
CK	Rakahanga	Rakahanga
CK	Rarotonga	Rarotonga
CL		Chile
CL	AP	Arica y Parinacota
CL	BI	Biobío
CL	BI-CH	Biobío, Chillán y Chillán Viejo
CL	NU	Ñuble
CL	NU-CH	Ñuble, Chillán y Chillán Viejo
CL	TA	Tarapacá
CM		Cameroon
CN		China
CO		Colombia
CR		Costa Rica
CU		Cuba
CV		Cape Verde
CV	S	Sotavento Islands
CV	S-PR	Sotavento Islands, Praia
CW		Curaçao
CX		Christmas Island
CY		Cyprus
CZ		Czech Republic
DE		Germany
DE	BB	Brandenburg
DE	BE	Berlin
DE	BW	Baden-Württemberg
DE	BY	Bayern
DE	BY-A	Bayern, Stadt Augsburg
DE	BY-KATH	Bayern, Überwiegend katholische Gemeinden
DE	BY-EVANG	Bayern, Überwiegend evangelische Gemeinden
DE	HB	Hansestadt Bremen
DE	HE	Hessen
DE	HH	Hansestadt Hamburg
DE	MV	Mecklenburg-Vorpommern
DE	NI	Niedersachsen
DE	NW	Nordrhein-Westfalen
DE	RP	Rheinland-Pfalz
DE	SH	Schleswig-Holstein
DE	SL	Saarland
DE	SN	Sachsen
DE	SN-BZ	Sachsen, Landkreis Bautzen
DE	ST	Sachsen-Anhalt
DE	TH	Thüringen
DE	TH-EIC	Thüringen, Landkreis Eichfeld
DE	TH-UH	Thüringen, Unstrut-Hainich-Kreis
DE	TH-WAK	Thüringen, Wartburgkreis
DJ		Djibouti
DK		Denmark
DM		Dominica
DO		Dominican Republic
DZ		Algeria
EC		Ecuador
EC	P	Pichincha
EC	P-QU	Pichincha, Quito
EE		Estonia
EG		Egypt
EH		Western Sahara
ER		Eritrea
ES		Spain
ES	AN	Andalucía
ES	AR	Aragón
ES	AS	Asturias
ES	CB	Cantabria
ES	CE	Ciudad de Ceuta
ES	CL	Castilla y León
ES	CM	Castile-La Mancha
ES	CN	Islas Canarias
ES	CN-EH	Islas Canarias, El Hierro
ES	CN-FU	Islas Canarias, Fuerteventura
ES	CN-GC	Islas Canarias, Gran Canaria
ES	CN-LG	Islas Canarias, La Gomera
ES	CN-LP	Islas Canarias, La Palma
ES	CN-LA	Islas Canarias, Lanzarote
ES	CN-TE	Islas Canarias, Tenerife
ES	CT	Cataluña
ES	CT-B	Cataluña, Barcelona
ES	EX	Extremadura
ES	GA	Galicia
ES	IB	Illes Balears
ES	MC	Murcia Region
ES	MD	Comunidad de Madrid
ES	ML	Ciudad de Melilla
ES	NC	Comunidad Foral de Navarra
ES	PV	País Vasco
ES	RI	La Rioja
ES	VC	Comunitat Valenciana
ET		Ethiopia
FI		Finland
FJ		Fiji
FO		Faroe Islands
FR		France
FR	57	Département Moselle
FR	67	Département Bas-Rhin
FR	68	Département Haut-Rhin
FR	YT	Département et région d'outre-mer Mayotte
FR	MQ	Département et région d'outre-mer Martinique
FR	GP	Département et région d'outre-mer Guadeloupe
FR	GF	Département et région d'outre-mer Guyane
FR	RE	Département et région d'outre-mer La Réunion
FR	MF	Département et région d'outre-mer Saint Martin
FR	BL	Département et région d'outre-mer Saint Barthélemy
GA		Gabon
GB		United Kingdom
GB	ALD	Alderney
GB	ENG	England
GB	NIR	Northern Ireland
GB	SCT	Scotland
GB	WLS	Wales
GD		Grenada
GE		Georgia
GF		French Guiana
GG		Guernsey
GH		Ghana
GI		Gibraltar
GL		Greenland
GM		The Gambia
GN		Guinea
GP		Guadeloupe
GQ		Republic of Equatorial Guinea
GR		Greece
GT		Guatemala
GT	1	Guatemala
GT	1-101	Guatemala, Guatemala
GT	1-102	Guatemala, Santa Catarina Pinula
GT	1-103	Guatemala, San José Pinula
GT	1-104	Guatemala, San José del Golfo
GT	1-105	Guatemala, Palencia
GT	1-106	Guatemala, Chinautla
GT	1-107	Guatemala, San Pedro Ayampuc
GT	1-108	Guatemala, Mixco
GT	1-109	Guatemala, San Pedro Sacatepéquez
GT	1-110	Guatemala, San Juan Sacatepéquez
GT	1-111	Guatemala, San Raimundo
GT	1-112	Guatemala, San Pedro y San Pablo
GT	1-113	Guatemala, Fraijanes
GT	1-114	Guatemala, Amatitlán
GT	1-115	Guatemala, Villa Nueva
GT	1-116	Guatemala, Villa Canales
GT	1-117	Guatemala, San Miguel Petapa
GU		Guam
GW		Guinea-Bissau
GY		Guyana
HK		Hong Kong
HN		Honduras
HR		Croatia
HR	17	Split-Dalmatia
HR	19	Dubrovnik-Neretva
HT		Haiti
HU		Hungary
ID		Indonesia
IE		Ireland
IL		Israel
IM		Isle of Man
IN		India
IN	AN	Andaman and Nicobar Islands
IN	AP	Andhra Pradesh
IN	AR	Arunachal Pradesh
IN	AS	Assam
IN	BR	Bihar
IN	CH	Chandigarh
IN	CT	Chhattisgarh
IN	DD	Daman and Diu
IN	DL	Delhi
IN	DN	Dadra and Nagar Haveli
IN	GA	Goa
IN	GJ	Gujarat
IN	HP	Himachal Pradesh
IN	HR	Haryana
IN	JK	Jammu and Kashmir
IN	KA	Karnataka
IN	KL	Kerala
IN	LD	Lakshadweep
IN	MH	Maharashtra
IN	ML	Meghalaya
IN	MN	Manipur
IN	MP	Madhya Pradesh
IN	MZ	Mizoram
IN	NL	Nagaland
IN	OR	Odisha
IN	PB	Punjab
IN	PY	Puducherry
IN	RJ	Rajasthan
IN	SK	Sikkim
IN	TG	Telangana
IN	TN	Tamil Nadu
IN	TR	Tripura
IN	UP	Uttar Pradesh
IN	UT	Uttarakhand
IN	WB	West Bengal
IR		Iran
IS		Iceland
IT		Italia
IT	21	Piedmont
IT	21-TO	Piedmont, Torino
IT	25	Lombardy
IT	25-MI	Lombardy, Milan
IT	32	Alto Adige
IT	52	Toscana
IT	52-FI	Toscana, Firenze
IT	62	Lazio
IT	62-RM	Lazio, Roma
IT	82	Sicily
IT	82-PA	Sicily, Palermo
JE		Jersey
JM		Jamaica
JP		Japan
KE		Kenya
KM		Comoros
KN		St. Kitts & Nevis
KR		South Korea
KY		Cayman Islands
KZ		Kazakhstan
LC		St. Lucia
LI		Liechtenstein
LK		Sri Lanka
LR		Liberia
LS		Lesotho
LT		Lithuania
LU		Luxembourg
LV		Latvia
LY		Libya
MA		Kingdom of Morocco
MC		Monaco
MD		Moldova
MD	CA	Cahul
MD	CU	Chișinău
ME		Montenegro
MF		St. Martin
MG		Madagascar
MK		Macedonia
ML		Republic of Mali
MQ		Martinique
MR		Mauritania
MS		Montserrat
MT		Malta
MU		Mauritius
MW		Malawi
MX		Mexico
MY		Malaysia
MY	10	Selangor
MY	11	Terengganu
MY	12	Sabah
MY	13	Sarawak
MY	14	Kuala Lumpur
MY	15	Labuan
MY	16	Putrajaya
MY	01	Johor
MY	02	Kedah
MY	03	Kelantan
MY	04	Malacca
MY	05	Negeri Sembilan
MY	06	Pahang
MY	07	Penang
MY	08	Perak
MY	09	Perlis
MZ		Mozambique
NA		Namibia
NC		New Caledonia
NE		Republic of the Niger
NF		Norfolk Island
NG		Nigeria
NI		Nicaragua
NL		Netherlands
NL	GR	Groningen
NL	GR-GRN	Groningen, Groningen
NL	NH	Noord-Holland
NL	NH-ALK	Noord-Holland, Alkmaar
NL	ZH	Zuid-Holland
NL	ZH-BRL	Zuid-Holland, Brielle
NL	ZH-LDN	Zuid-Holland, Leiden
NO		Norway
NZ		New Zealand
NZ	AUK	Auckland Province
NZ	BOP	Bay of Plenty
NZ	CAN	Canterbury
NZ	CAN-Timaru	Canterbury, Timaru District
NZ	CIT	Chatham Islands
NZ	GIS	Gisborne
NZ	HKB	Hawke's Bay
NZ	MBH	Marlborough
NZ	MWT	Manawatu-Wanganui
NZ	NSN	Nelson
NZ	NTL	Northland
NZ	OTA	Otago Province
NZ	STL	Southland
NZ	TAS	Tasman
NZ	TKI	Taranaki
NZ	WKO	Waikato
NZ	WGN	Wellington Province
NZ	WTC	Westland
NZ	WTC-Buller	Westland, Buller district
PA		Panama
PE		Peru
PE	CUS	Cuzco
PF		French Polynesia
PH		Philippines
PK		Pakistan
PK	BA	Balochistan
PK	GB	Gilgit-Baltistan
PK	IS	Islamabad
PK	JK	Azad Kashmir
PK	KP	Khyber Pakhtunkhwa
PK	PB	Punjab
PK	SD	Sindh
PL		Poland
PM		St. Pierre & Miquelon
PR		Puerto Rico
PT		Portugal
PY		Paraguay
RE		Réunion
RO		Romania
RS		Serbia
RU		Russia
RU	AD	Республика Адыгея
RU	AL	Республика Алтай
RU	BA	Республика Башкортостан
RU	BEL	Белгородская область
RU	BRY	Брянская область
RU	BU	Республика Бурятия
RU	CE	Чеченская Республика
RU	CR	Республика Крым
RU	CU	Чувашская Республика
RU	DA	Республика Дагестан
RU	IN	Республика Ингушетия
RU	IRK	Иркутская область
RU	KB	Кабардино-Балкарская Республика
RU	KC	Карачаево-Черкесская Республика
RU	KDA	Краснодарский край
RU	KL	Республика Калмыкия
RU	KO	Республика Коми
RU	KR	Республика Карелия
RU	MR	Республика Мордовия
RU	NO	Республика Северная Осетия - Алания
RU	OMS	Омская область
RU	PNZ	Пензенская область
RU	SA	Республика Саха (Якутия)
RU	SAR	Саратовская область
RU	SEV	город Севастополь
RU	STA	Ставропольский край
RU	TA	Республика Татарстан
RU	TY	Республика Тыва
RU	ZAB	Забайкальский край
RW		Rwanda
SA		Saudi Arabia
SC		Seychelles
SD		Sudan
SE		Sweden
SG		Singapore
SH		St. Helena
SH	AC	Ascension Island
SH	HL	Saint Helena
SH	TA	Tristan da Cunha
SI		Slovenia
SJ		Svalbard & Jan Mayen
SK		Slovakia
SL		Sierra Leone
SM		San Marino
SN		Senegal
SO		Somalia
SO	AW	Awdal
SO	SA	Sanaag
SO	SO	Sool
SO	TO	Togdheer
SO	WO	Woqooyi Galbeed
SR		Suriname
SS		South Sudan
ST		São Tomé & Príncipe
SV		El Salvador
SV	SS	San Salvador
SX		Sint Maarten
SZ		Swaziland
TC		Turks & Caicos Islands
TD		Chad
TG		Togolese Republic
TH		Thailand
TN		Tunisia
TO		Tonga
TR		Turkey
TT		Trinidad & Tobago
TW		Taiwan
TZ		Tanzania
UA		Ukraine
UG		Uganda
US		United States of America
US	AL	Alabama
US	AK	Alaska
US	AZ	Arizona
US	AR	Arkansas
US	CA	California
US	CA-LA	California, Los Angeles
US	CO	Colorado
US	CT	Connecticut
US	DE	Delaware
US	DC	District of Columbia
US	FL	Florida
US	GA	Georgia
US	HI	Hawaii
US	ID	Idaho
US	IL	Illinois
US	IN	Indiana
US	IA	Iowa
US	KS	Kansas
US	KY	Kentucky
US	LA	Louisiana
US	LA-NO	Louisiana, New Orleans
US	ME	Maine
US	MD	Maryland
US	MA	Massachusetts
US	MI	Michigan
US	MN	Minnesota
US	MS	Mississippi
US	MO	Missouri
US	MT	Montana
US	NE	Nebraska
US	NV	Nevada
US	NH	New Hampshire
US	NJ	New Jersey
US	NM	New Mexico
US	NY	New York
US	NC	North Carolina
US	ND	North Dakota
US	OH	Ohio
US	OK	Oklahoma
US	OR	Oregon
US	PA	Pennsylvania
US	RI	Rhode Island
US	SC	South Carolina
US	SD	South Dakota
US	TN	Tennessee
US	TX	Texas
US	UT	Utah
US	VT	Vermont
US	VA	Virginia
US	WA	Washington
US	WV	West Virginia
US	WI	Wisconsin
US	WY	Wyoming
UY		Uruguay
UZ		Uzbekistan
VA		Vatican City
VC		St. Vincent & Grenadines
VE		Venezuela
VE	B	Anzoátegui
VE	G	Carabobo
VE	K	Lara
VE	K-BA	Lara, Barquisimeto
VE	M	Miranda
VE	N	Monagas
VE	S	Táchira
VE	V	Zulia
VG		British Virgin Islands
VI		U.S. Virgin Islands
VN		Vietnam
VU		Vanuatu
WF		Wallis and Futuna
XK		Kosovo
YT		Mayotte
ZA		South Africa
ZM		Zambia
ZW		Zimbabwe
$places$, $holidays$
IE	*	Day of Remembrance and Recognition	Lá Cuimhneacháin agus Aitheantais	public		20220318
AD	*	New Year's Day	Any nou	public		01-01
AD	*	Epiphany	Día de los Reyes Magos	public		01-06
AD	*	Shrove Monday	Carnaval	public		20200224 20210215 20220228 20230220 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
AD	*	Constitution Day	Dia de la Constitució	public		03-14
AD	*	Maundy Thursday	Jueves Santo	bank	h	20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
AD	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AD	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AD	*	Easter Monday	Lunes de Pascua	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AD	*	Labour Day	Día del Trabajador	public		05-01
AD	*	Pentecost	Pentecostés	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
AD	*	Whit Monday	Lunes de Pentecostés	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
AD	*	Assumption	Asunción	public		08-15
AD	*	Our Lady of Meritxell	Mare de Déu de Meritxell	public		09-08
AD	*	All Saints' Day	Todos los Santos	public		11-01
AD	*	Immaculate Conception	La inmaculada concepción	public		12-08
AD	*	Christmas Eve	Nochebuena	bank		12-24
AD	*	Christmas Day	Nadal	public		12-25
AD	*	Boxing Day	San Esteban	public		12-26
AD	*	Shrove Tuesday	Carnaval	public		20240220
AD	03	Encamp Town Festival	Festa del poble d'Encamp	public		20240621 20240622 20240623 20240624 20250621 20250622 20250623 20260620 20260621 20260622
AD	07	Andorra La Vella Festival		public		20240802 20240803 20240804 20240805 20250801 20250802 20250803 20250804 20260801 20260802 20260803
AE	*	New Year's Day	رأس السنة الميلادية	public		01-01
AE	*	Laylat al-Mi'raj	الإسراء والمعراج	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
AE	*	First day of Ramadan	اليوم الأول من رمضان	public		20200424 20210413 20220402 20230323 20240311 20250301 20260218 20270208 20280128 20290116 20300105 20301226 20311215 20321204 20331123 20341112 20351101 20361020
AE	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
AE	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
AE	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
AE	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
AE	*	National Day	اليوم الوطني	public		12-02
AG	*	New Year's Day		public		01-01
AG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AG	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AG	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AG	*	Labour Day		public		05-01
AG	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
AG	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
AG	*	J'Ouvert Morning		public		08-01
AG	*	Last Lap		public		08-02
AG	*	Independence Day		public		20201102 20211101 20221101 20231101 20241101 20251103 20261102 20271101 20281101 20291101 20301101 20311103 20321101 20331101 20341101 20351101 20361103
AG	*	V.C Bird Day		public		12-09
AG	*	Christmas Day		public		12-25
AG	*	Boxing Day		public		12-26
AG	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
AG	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
AG	*	New Year's Day (substitute day)		public	s	20230102 20340102
AG	10	Caribana		observance		20200529 20200530 20200531 20200601 20210521 20210522 20210523 20210524 20220603 20220604 20220605 20220606 20230526 20230527 20230528 20230529 20240517 20240518 20240519 20240520 20250606 20250607 20250608 20250609 20260522 20260523 20260524 20260525 20270514 20270515 20270516 20270517 20280602 20280603 20280604 20280605 20290518 20290519 20290520 20290521 20300607 20300608 20300609 20300610 20310530 20310531 20310601 20310602 20320514 20320515 20320516 20320517 20330603 20330604 20330605 20330606 20340526 20340527 20340528 20340529 20350511 20350512 20350513 20350514 20360530 20360531 20360601 20360602
AI	*	New Year's Day		public		01-01
AI	*	James Ronald Webster Day		public		03-02
AI	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AI	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AI	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AI	*	Labour Day		public		05-01
AI	*	Anguilla Day		public		05-30
AI	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
AI	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
AI	*	Celebration of the Birthday of Her Majesty the Queen		public		20200608 20210614 20220613 20230612 20240610 20250609 20260608 20270614 20280612 20290611 20300610 20310609 20320614 20330613 20340612 20350611 20360609
AI	*	August Monday		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
AI	*	August Thursday		public		20200806 20210805 20220804 20230803 20240801 20250807 20260806 20270805 20280803 20290802 20300801 20310807 20320805 20330804 20340803 20350802 20360807
AI	*	Constitution Day		public		20200807 20210806 20220805 20230804 20240802 20250801 20260807 20270806 20280804 20290803 20300802 20310801 20320806 20330805 20340804 20350803 20360801
AI	*	National Heroes and Heroines Day		public		12-19
AI	*	Christmas Day		public		12-25
AI	*	Boxing Day		public		12-26
AI	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
AI	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
AL	*	New Year's Day	Viti i Ri	public		01-01
AL	*	New Year Holiday	Festa e Vitit të Ri	public		01-02
AL	*	League of Lezhë day	Dita e Besëlidhjes së Lezhës	observance		03-02
AL	*	Teacher's Day	Dita e Mësuesit	observance		03-07
AL	*	Mother's Day	Dita e Nënës	observance		03-08
AL	*	Summer Day	Dita e Verës	public		03-14
AL	*	Summer Day (substitute day)	Dita e Verës (ditë zëvendësuese)	public	s	20200316 20210315 20260316 20270315 20320315
AL	*	Sultan Nevruz's Day	Dita e Sulltan Nevruzit	public		03-22
AL	*	Sultan Nevruz's Day (substitute day)	Dita e Sulltan Nevruzit (ditë zëvendësuese)	public	s	20200323 20250324 20260323 20310324 20360324
AL	*	April Fools' Day	Dita e Gënjeshtrave	observance		04-01
AL	*	Catholic Easter	Pashkët Katolike	public		20200412 20200413 20210404 20210405 20220417 20220418 20230409 20230410 20240331 20240401 20250420 20250421 20260405 20260406 20270328 20270329 20280416 20280417 20290401 20290402 20300421 20300422 20310413 20310414 20320328 20320329 20330417 20330418 20340409 20340410 20350325 20350326 20360413 20360414
AL	*	Orthodox Easter	Pashkët Ortodokse	public		20200419 20200420 20210502 20210503 20220424 20220425 20230416 20230417 20240505 20240506 20250420 20250421 20260412 20260413 20270502 20270503 20280416 20280417 20290408 20290409 20300428 20300429 20310413 20310414 20320502 20320503 20330424 20330425 20340409 20340410 20350429 20350430 20360420 20360421
AL	*	Labour Day	Dita Ndërkombëtare e Punonjësve	public		05-01
AL	*	End of Ramadan (Eid al-Fitr)	Fitër Bajrami	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
AL	*	Children's Day	Dita Ndërkombëtare e Fëmijëve	observance		06-01
AL	*	Feast of the Sacrifice (Eid al-Adha)	Kurban Bajrami	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
AL	*	Mother Teresa Day	Dita e Nënë Terezës	public		10-19
AL	*	Alphabet Day	Dita e Alfabetit	observance		11-22
AL	*	Independence Day	Dita e Pavarësisë	public		11-28
AL	*	Liberation Day	Dita e Çlirimit	public		11-29
AL	*	Independence Day (substitute day)	Dita e Pavarësisë (ditë zëvendësuese)	public	s	20201130 20211129 20261130 20271129 20321129
AL	*	Liberation Day (substitute day)	Dita e Çlirimit (ditë zëvendësuese)	public	s	20201130 20251201 20261130 20311201 20361201
AL	*	Youth Day	Dita Kombëtare e Rinisë	public		12-08
AL	*	Christmas Eve	Nata e Krishtlindjes	bank		12-24
AL	*	Christmas Day	Krishtlindja	public		12-25
AL	*	New Year Holiday (substitute day)	Festa e Vitit të Ri (ditë zëvendësuese)	public	s	20210104 20220104 20270104 20280104 20330104
AL	*	Labour Day (substitute day)	Dita Ndërkombëtare e Punonjësve (ditë zëvendësuese)	public	s	20210503 20220502 20270503 20320503 20330502
AL	*	Christmas Day (substitute day)	Krishtlindja (ditë zëvendësuese)	public	s	20211227 20221226 20271227 20321227 20331226
AL	*	New Year's Day (substitute day)	Viti i Ri (ditë zëvendësuese)	public	s	20220103 20230103 20280103 20330103 20340103
AL	*	Mother Teresa Day (substitute day)	Dita e Nënë Terezës (ditë zëvendësuese)	public	s	20241021 20251020 20301021 20311020 20361020
AL	*	Youth Day (substitute day)	Dita Kombëtare e Rinisë (ditë zëvendësuese)	public	s	20241209 20291210 20301209 20351210
AM	*	New Year's Day	Ամանոր	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
AM	*	Pre-Christmas holidays	Նախածննդյան տոներ	public		20200103 20200104 20200105 20210103 20210104 20210105 20220103 20220104 20220105 20230103 20230104 20230105 20240103 20240104 20240105 20250103 20250104 20250105 20260103 20260104 20260105 20270103 20270104 20270105 20280103 20280104 20280105 20290103 20290104 20290105 20300103 20300104 20300105 20310103 20310104 20310105 20320103 20320104 20320105 20330103 20330104 20330105 20340103 20340104 20340105 20350103 20350104 20350105 20360103 20360104 20360105
AM	*	Christmas Day	Սուրբ Ծնունդ	public		01-06
AM	*	Army Day	Բանակի օր	public		01-28
AM	*	St. Vartan the good work and the duty days	Սուրբ Վարդանանց տոն՝ բարի գործի եւ ազգային տուրքի օր	observance		20200220 20210211 20220224 20230216 20240208 20250227 20260212 20270204 20280224 20290208 20300228 20310220 20320205 20330224 20340216 20350201 20360221
AM	*	Mother Language Day	Մայրենի լեզվի օր	observance		02-21
AM	*	International Women's Day	Կանանց տոն	public		03-08
AM	*	Motherhood and Beauty Day	Մայրության, գեղեցկության եւ սիրո տոն	observance		04-07
AM	*	Mother's Day	Ցեղասպանության զոհերի հիշատակի օր	public		04-24
AM	*	Labour Day	Աշխատանքի օր	public		05-01
AM	*	Yerkrapah Day	Երկրապահի օր	observance		05-08
AM	*	Victory and Peace Day	Հաղթանակի եւ Խաղաղության տոն	public		05-09
AM	*	Republic Day	Հանրապետության օր	public		05-28
AM	*	The day of protection of children rights	Երեխաների իրավունքների պաշտպանության օր	observance		06-01
AM	*	Constitution Day	Սահմանադրության օր	public		07-05
AM	*	Knowledge, Literacy and Education Day	Գիտելիքի, գրի եւ դպրության օր	observance		09-01
AM	*	Independence Day	Անկախության օր	public		09-21
AM	*	Translator's Day	Թարգմանչաց տոն	observance		20201010 20211009 20221008 20231014 20241012 20251011 20261010 20271009 20281014 20291013 20301012 20311011 20321009 20331008 20341014 20351013 20361011
AM	*	Earthquake Remembrance Day	Երկրաշարժի զոհերի հիշատակի օր	observance		12-07
AM	*	New Year's Eve	Նոր տարվա գիշեր	public		12-31
AO	*	New Year's Day	Ano Novo	public		01-01
AO	*	Liberation Day	Dia do Início da Luta Armada de Libertação Nacional	public		02-04
AO	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
AO	*	International Woman's Day	Dia Internacional da Mulher	public		03-08
AO	*	Peace Day	Dia da Paz	public		04-04
AO	*	Good Friday	Sexta-Feira Santa	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AO	*	Easter Sunday	Páscoa	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AO	*	Labour Day	Dia do trabalhador	public		05-01
AO	*	Mother's Day	Dia das Mães	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
AO	*	National Hero Day	Fundador da Nação e Dia dos Heróis Nacionais	public		09-17
AO	*	All Souls' Day	Dia de Finados	public		11-02
AO	*	Independence Day	Dia da Independência	public		11-11
AO	*	Christmas Day	Natal	public		12-25
AR	*	New Year's Day	Año Nuevo	public		01-01
AR	*	Shrove Monday	Carnaval	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
AR	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
AR	*	Bridge Day	Feriado Puente Turístico	public		20200323 20200710 20201207 20210524 20211008 20211122 20221007 20221121 20221209 20230526 20230619 20231013 20240401 20240621 20241011
AR	*	Day of Remembrance for Truth and Justice	Día Nacional de la Memoria por la Verdad y la Justicia	public		03-24
AR	*	Day of the Veterans and the Fallen in the Malvinas War	Día del Veterano y de los Caídos en la Guerra de Malvinas	public		20200331 20210402 20220402 20230402 20240402 20250402 20260402 20270402 20280402 20290402 20300402 20310402 20320402 20330402 20340402 20350402 20360402
AR	*	Maundy Thursday	Jueves Santo	bank		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
AR	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AR	*	Labour Day	Día del Trabajador	public		05-01
AR	*	Day of the May Revolution	Día de la Revolución de Mayo	public		05-25
AR	*	Anniversary of the Passing to Immortality of General Martín Miguel de Güemes	Paso a la Inmortalidad del General Don Martín Miguel de Güemes	public		20200615 20210621 20220620 20230617 20240617 20250616 20260615 20270621 20280617 20290617 20300617 20310616 20320621 20330620 20340617 20350617 20360616
AR	*	Anniversary of the Passing to Immortality of General Manuel Belgrano	Paso a la Inmortalidad del General D. Manuel Belgrano	public		06-20
AR	*	Independence Day	Día de la Independencia	public		07-09
AR	*	Anniversary of the Passing to Immortality of General José de San Martín	Paso a la Inmortalidad del General José de San Martín	public		20200817 20210816 20220815 20230821 20240817 20250817 20260817 20270816 20280821 20290820 20300817 20310817 20320816 20330815 20340821 20350820 20360817
AR	*	Day of Respect for Cultural Diversity	Día del Respeto a la Diversidad Cultural	public		20201012 20211011 20221010 20231016 20241012 20251012 20261012 20271011 20281016 20291015 20301012 20311012 20321011 20331010 20341016 20351015 20361012
AR	*	Day of National Sovereignty	Día de la Soberanía Nacional	public		20201123 20211120 20221120 20231120 20241118 20251124 20261123 20271120 20281120 20291119 20301118 20311124 20321120 20331120 20341120 20351119 20361124
AR	*	Immaculate Conception of Mary	Inmaculada Concepción de María	public		12-08
AR	*	Christmas Eve	Nochebuena	optional	h	12-24
AR	*	Christmas Day	Navidad	public		12-25
AR	*	New Year's Eve	Fin del Año	optional	h	12-31
AR	*	National Census 2022	Censo Nacional 2022	public		20220518
AR	*	National Holiday for the World Football Champions in the FIFA World Cup QATAR 2022	Feriado Nacional de los Campeones Mundiales de Fútbol en la Copa Mundial de la FIFA CATAR 2022	public		20221220
AR	*	Bridge Day	Feriado Puente Turístico	bank		20250502 20250815 20251121
AR	*	Tourism Purposes Non-Working Day	Día no laborable con fines turísticos	optional		20260323 20260710 20261207
AS	*	New Year's Day		public		01-01
AS	*	Martin Luther King Jr. Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
AS	*	Valentine's Day		observance		02-14
AS	*	Washington's Birthday		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
AS	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AS	*	American Samoa Flag Day		public		04-17
AS	*	Administrative Professionals Day		observance		20200422 20210421 20220427 20230426 20240424 20250423 20260422 20270421 20280426 20290425 20300424 20310423 20320421 20330427 20340426 20350425 20360423
AS	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
AS	*	Memorial Day		public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
AS	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
AS	*	Independence Day (substitute day)		public	s	20200703 20210705 20260703 20270705 20320705
AS	*	Independence Day		public		07-04
AS	*	Manu'a Cession Day		optional		07-16
AS	*	Labour Day		public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
AS	*	White Sunday		observance		20201011 20211010 20221009 20231008 20241013 20251012 20261011 20271010 20281008 20291014 20301013 20311012 20321010 20331009 20341008 20351014 20361012
AS	*	Columbus Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
AS	*	Halloween		observance		10-31
AS	*	Election Day		observance		20201103 20241105 20281107 20321102 20361104
AS	*	Veterans Day		public		11-11
AS	*	Thanksgiving Day		public		20201126 20211125 20221124 20231123 20241128 20251127 20261126 20271125 20281123 20291122 20301128 20311127 20321125 20331124 20341123 20351122 20361127
AS	*	Day after Thanksgiving Day		observance		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
AS	*	Christmas Eve		optional		12-24
AS	*	Christmas Eve		bank	h	12-24
AS	*	Christmas Day		public		12-25
AS	*	New Year's Eve		observance		12-31
AS	*	New Year's Eve		bank	h	12-31
AS	*	Juneteenth (substitute day)		public	s	20210618 20220620 20270618 20320618 20330620
AS	*	Juneteenth		public		20210619 20220619 20230619 20240619 20250619 20260619 20270619 20280619 20290619 20300619 20310619 20320619 20330619 20340619 20350619 20360619
AS	*	Christmas Day (substitute day)		public	s	20211224 20221226 20271224 20321224 20331226
AS	*	New Year's Day (substitute day)		public	s	20211231 20230102 20271231 20321231 20340102
AS	*	American Samoa Flag Day (substitute day)		public	s	20220418 20330418
AS	*	Veterans Day (substitute day)		bank	s	20231110 20281110 20291112 20341110 20351112
AT	*	New Year's Day	Neujahr	public		01-01
AT	*	Epiphany	Heilige Drei Könige	public		01-06
AT	*	Easter Saturday	Karsamstag	observance		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
AT	*	Easter Sunday	Ostersonntag	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AT	*	Easter Monday	Ostermontag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AT	*	Staatsfeiertag		public		05-01
AT	*	Mother's Day	Muttertag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
AT	*	Ascension Day	Christi Himmelfahrt	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
AT	*	Pentecost	Pfingstsonntag	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
AT	*	Whit Monday	Pfingstmontag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
AT	*	Corpus Christi	Fronleichnam	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
AT	*	Assumption	Mariä Himmelfahrt	public		08-15
AT	*	National Holiday	Nationalfeiertag	public		10-26
AT	*	All Saints' Day	Allerheiligen	public		11-01
AT	*	Immaculate Conception	Mariä Empfängnis	public		12-08
AT	*	Christmas Eve	Heiliger Abend	bank	h	20201224 20211224 20221224 20241224 20251224 20261224 20271224 20291224 20301224 20311224 20321224 20331224 20351224 20361224
AT	*	Christmas Day	Christtag	public		12-25
AT	*	Boxing Day	Stefanitag	public		12-26
AT	*	New Year's Eve	Silvester	bank	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
AT	*	Christmas Eve	Heiliger Abend	bank		20231224 20281224 20341224
AT	*	New Year's Eve	Silvester	bank		20231231 20281231 20341231
AT	1	Martinstag		observance		11-11
AT	2 6 7 8	Saint Joseph	Josefitag	school		03-19
AT	2	Tag der Volksabstimmung		observance		10-10
AT	3 9	Leopoldi-Tag		optional		11-15
AT	4	Florian		observance		05-04
AT	5	Rupert		observance		09-24
AU	*	New Year's Day		public		20200101 20210101 20220103 20240101 20250101 20260101 20270101 20280103 20290101 20300101 20310101 20320101 20330103 20350101 20360101
AU	. ACT NSW NT QLD SA VIC WA	New Year's Day		public		20220101 20230101 20230102 20280101 20330101 20340101 20340102
AU	TAS	New Year's Day		public		20230103 20340103
AU	*	Australia Day		public		20200127 20210126 20220126 20230126 20240126 20250127 20260126 20270126 20280126 20290126 20300128 20310127 20320126 20330126 20340126 20350126 20360128
AU	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AU	. ACT NSW NT QLD SA VIC	Easter Saturday		public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
AU	. ACT NSW QLD VIC	Easter Sunday		public		20200412 20210404
AU	. ACT NSW QLD VIC WA	Easter Sunday		public		20220417
AU	. ACT NSW NT QLD VIC WA	Easter Sunday		public		20230409
AU	. ACT NSW NT QLD SA VIC WA	Easter Sunday		public		20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AU	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AU	*	Anzac Day		public		20200425 20220425 20230425 20240425 20250425 20260425 20280425 20290425 20300425 20310425 20330425 20340425 20350425 20360425
AU	. ACT NSW SA TAS VIC WA	Anzac Day		public		20210425 20270425 20320425
AU	NT QLD	Anzac Day		public		20210426 20270426 20320426
AU	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
AU	*	Father's Day		observance		20200906 20210905 20220904 20230903 20240901 20250907 20260906 20270905 20280903 20290902 20300901 20310907 20320905 20330904 20340903 20350902 20360907
AU	*	Christmas Day		public		20201225 20231225 20241225 20251225 20261225 20281225 20291225 20301225 20311225 20341225 20351225 20361225
AU	. ACT NSW QLD TAS VIC WA	Christmas Day		public		20211225 20221225 20271225 20321225 20331225
AU	NT SA	Christmas Day		public		20211227 20221227 20271227 20321227 20331227
AU	. ACT NSW QLD VIC WA	Boxing Day		public		20201226 20211226
AU	. ACT NSW NT QLD TAS VIC WA	Boxing Day		public		20221226 20231226 20241226 20251226 20281226 20291226 20301226 20311226 20331226 20341226 20351226 20361226
AU	. ACT NSW NT QLD VIC WA	Boxing Day		public		20261226 20271226 20321226
AU	NT TAS	Boxing Day		public		20201228 20211228
AU	TAS	Boxing Day		public		20261228 20271228 20321228
AU	. ACT NSW QLD VIC WA	Boxing Day (substitute day)		public	s	20201228 20211228
AU	. ACT NSW NT QLD VIC WA	Boxing Day (substitute day)		public	s	20261228 20271228 20321228
AU	. ACT NSW QLD TAS VIC WA	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
AU	*	National Day of Mourning for Queen Elizabeth II		public		20220922
AU	ACT	Canberra Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
AU	ACT	Declared public holiday		public		20200427
AU	ACT NSW WA	Anzac Day (substitute day)		public	s	20200427 20260427 20270426 20320426
AU	ACT WA	Anzac Day (substitute day)		public	s	20210426
AU	ACT	Reconciliation Day		public		20200601 20210531 20220530 20230529 20240527 20250602 20260601 20270531 20280529 20290528 20300527 20310602 20320531 20330530 20340529 20350528 20360602
AU	ACT NSW NT SA TAS VIC	Queen's Birthday		public		20200608 20210614 20220613
AU	QLD	Queen's Birthday		public		20201005 20211004
AU	WA	Queen's Birthday		public		20200928 20210927
AU	ACT NSW SA	Labour Day		public		20201005 20211004 20221003 20231002 20241007 20251006 20261005 20271004 20281002 20291001 20301007 20311006 20321004 20331003 20341002 20351001 20361006
AU	QLD	Labour Day		public		20200504 20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
AU	VIC	Labour Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
AU	WA	Labour Day		public		20200302 20210301 20220307 20230306 20240304 20250303 20260302 20270301 20280306 20290305 20300304 20310303 20320301 20330307 20340306 20350305 20360303
AU	ACT NSW NT SA TAS VIC	King's Birthday		public		20230612 20240610 20250609 20260608 20270614 20280612 20290611 20300610 20310609 20320614 20330613 20340612 20350611 20360609
AU	QLD	King's Birthday		public		20221003 20231002 20241007 20251006 20261005 20271004 20281002 20291001 20301007 20311006 20321004 20331003 20341002 20351001 20361006
AU	WA	King's Birthday		public		20220926 20230925 20240923 20250929 20260928 20270927 20280925 20290924 20300930 20310929 20320927 20330926 20340925 20350924 20360929
AU	NSW	Bank Holiday		bank		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
AU	NT	May Day		public		20200504 20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
AU	NT	Picnic Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
AU	NT QLD SA	Christmas Eve		observance		12-24
AU	NT SA	New Year's Eve		observance		12-31
AU	SA	Adelaide Cup Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
AU	SA	Proclamation Day		public		20201228 20211228 20221226 20231226 20241226 20251226 20261226 20271226 20281226 20291226 20301226 20311226 20321226 20331226 20341226 20351226 20361226
AU	SA	Proclamation Day		public	s	20261228 20271228 20321228
AU	TAS	Eight Hours Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
AU	TAS	Easter Tuesday		optional		20200414 20210406 20220419 20230411 20240402 20250422 20260407 20270330 20280418 20290403 20300423 20310415 20320330 20330419 20340411 20350327 20360415
AU	VIC	AFL Grand Final Friday		public		20200925 20210924 20220930 20230929 20240927 20250926 20260925 20270924 20280929 20290928 20300927 20310926 20320924 20330930 20340929 20350928 20360926
AU	VIC	Melbourne Cup		public		20201103 20211102 20221101 20231107 20241105 20251104 20261103 20271102 20281107 20291106 20301105 20311104 20321102 20331101 20341107 20351106 20361104
AU	VIC	Term 1 holidays		school		20260403 20260404 20260405 20260406 20260407 20260408 20260409 20260410 20260411 20260412 20260413 20260414 20260415 20260416 20260417 20260418 20260419 20270326 20270327 20270328 20270329 20270330 20270331 20270401 20270402 20270403 20270404 20270405 20270406 20270407 20270408 20270409 20270410 20270411 20280401 20280402 20280403 20280404 20280405 20280406 20280407 20280408 20280409 20280410 20280411 20280412 20280413 20280414 20280415 20280416 20280417 20290330 20290331 20290401 20290402 20290403 20290404 20290405 20290406 20290407 20290408 20290409 20290410 20290411 20290412 20290413 20290414 20290415 20300406 20300407 20300408 20300409 20300410 20300411 20300412 20300413 20300414 20300415 20300416 20300417 20300418 20300419 20300420 20300421 20300422
AU	VIC	Term 2 holidays		school		20260627 20260628 20260629 20260630 20260701 20260702 20260703 20260704 20260705 20260706 20260707 20260708 20260709 20260710 20260711 20260712 20270626 20270627 20270628 20270629 20270630 20270701 20270702 20270703 20270704 20270705 20270706 20270707 20270708 20270709 20270710 20270711 20280701 20280702 20280703 20280704 20280705 20280706 20280707 20280708 20280709 20280710 20280711 20280712 20280713 20280714 20280715 20280716 20290630 20290701 20290702 20290703 20290704 20290705 20290706 20290707 20290708 20290709 20290710 20290711 20290712 20290713 20290714 20290715 20300629 20300630 20300701 20300702 20300703 20300704 20300705 20300706 20300707 20300708 20300709 20300710 20300711 20300712 20300713 20300714
AU	VIC	Term 3 holidays		school		20260919 20260920 20260921 20260922 20260923 20260924 20260925 20260926 20260927 20260928 20260929 20260930 20261001 20261002 20261003 20270918 20270919 20270920 20270921 20270922 20270923 20270924 20270925 20270926 20270927 20270928 20270929 20270930 20271001 20271002 20280923 20280924 20280925 20280926 20280927 20280928 20280929 20280930 20281001 20281002 20281003 20281004 20281005 20281006 20281007 20290922 20290923 20290924 20290925 20290926 20290927 20290928 20290929 20290930 20291001 20291002 20291003 20291004 20291005 20291006 20300921 20300922 20300923 20300924 20300925 20300926 20300927 20300928 20300929 20300930 20301001 20301002 20301003 20301004 20301005
AU	VIC	Term 4 holidays		school		20261219 20261220 20261221 20261222 20261223 20261224 20261225 20261226 20261227 20261228 20261229 20261230 20270101 20270102 20270103 20270104 20270105 20270106 20270107 20270108 20270109 20270110 20270111 20270112 20270113 20270114 20270115 20270116 20270117 20270118 20270119 20270120 20270121 20270122 20270123 20270124 20270125 20270126 20270127 20271218 20271219 20271220 20271221 20271222 20271223 20271224 20271225 20271226 20271227 20271228 20271229 20271230 20280101 20280102 20280103 20280104 20280105 20280106 20280107 20280108 20280109 20280110 20280111 20280112 20280113 20280114 20280115 20280116 20280117 20280118 20280119 20280120 20280121 20280122 20280123 20280124 20280125 20280126 20280127 20281222 20281223 20281224 20281225 20281226 20281227 20281228 20281229 20281230 20290101 20290102 20290103 20290104 20290105 20290106 20290107 20290108 20290109 20290110 20290111 20290112 20290113 20290114 20290115 20290116 20290117 20290118 20290119 20290120 20290121 20290122 20290123 20290124 20290125 20290126 20290127 20290128 20290129 20291222 20291223 20291224 20291225 20291226 20291227 20291228 20291229 20291230 20300101 20300102 20300103 20300104 20300105 20300106 20300107 20300108 20300109 20300110 20300111 20300112 20300113 20300114 20300115 20300116 20300117 20300118 20300119 20300120 20300121 20300122 20300123 20300124 20300125 20300126 20300127 20300128 20300129 20301221 20301222 20301223 20301224 20301225 20301226 20301227 20301228 20301229 20301230 20310101 20310102 20310103 20310104 20310105 20310106 20310107 20310108 20310109 20310110 20310111 20310112 20310113 20310114 20310115 20310116 20310117 20310118 20310119 20310120 20310121 20310122 20310123 20310124 20310125 20310126 20310127
AU	WA	Western Australia Day		public		20200601 20210607 20220606 20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
AW	*	New Year's Day	Aña Nobo	public		01-01
AW	*	Betico Croes Day	Dia di Betico	public		01-25
AW	*	Shrove Monday	Dialuna di Carnaval	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
AW	*	National Anthem and Flag Day	Dia di Himno y Bandera	public		03-18
AW	*	Good Friday	Diabierna Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AW	*	Easter Sunday	Dia Pasco di Resureccion	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AW	*	Easter Monday	Di dos Dia Pasco di Resureccion	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AW	*	Kings Day	Aña di Rey	public		04-27
AW	*	Labour Day	Dia di Obrero	public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
AW	*	Ascension Day	Dia di Asuncion	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
AW	*	Dera Gai		observance		06-24
AW	*	St. Nicholas' Eve	Sinterklaasavond	observance		12-05
AW	*	Christmas Day	Dia Pasco di Nascimento	public		12-25
AW	*	Boxing Day	Di dos Dia Pasco di Nascimento	public		12-26
AW	*	National Anthem and Flag Day (substitute day)	Dia di Himno y Bandera (substituut)	public	s	20230317 20280317 20290319 20340317 20350319
AX	*	New Year's Day	nyårsdagen	public		01-01
AX	*	Epiphany	trettondedag jul	public		01-06
AX	*	Demilitarization Day	Ålands demilitariseringsdag	observance		03-30
AX	*	Good Friday	långfredagen	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
AX	*	Easter Sunday	påskdagen	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
AX	*	Easter Monday	annandag påsk	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
AX	*	Åland Flag Day	Ålands flaggas dag	observance		20200426 20210425 20220424 20230430 20240428 20250427 20260426 20270425 20280430 20290429 20300428 20310427 20320425 20330424 20340430 20350429 20360427
AX	*	Labour Day	första maj	public		05-01
AX	*	Ascension Day	Kristi himmelsfärdsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
AX	*	Pentecost	pingstdagen	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
AX	*	Autonomy Day	Ålands självstyrelsedag	observance		06-09
AX	*	Midsummer Eve	midsommarafton	bank		20200619 20210625 20220624 20230623 20240621 20250620 20260619 20270625 20280623 20290622 20300621 20310620 20320625 20330624 20340623 20350622 20360620
AX	*	Midsummer Day	midsommardagen	public		20200620 20210626 20220625 20230624 20240622 20250621 20260620 20270626 20280624 20290623 20300622 20310621 20320626 20330625 20340624 20350623 20360621
AX	*	Independence Day	självständighetsdagen	public		12-06
AX	*	Christmas Eve	julafton	bank	h	12-24
AX	*	Christmas Day	juldagen	public		12-25
AX	*	Boxing Day	annandag jul	public		12-26
AX	*	New Year's Eve	nyårsafton	bank	h	12-31
AZ	*	New Year's Day	Yeni il	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
AZ	*	Martyrs' Day	Qara Yanvar	observance		01-20
AZ	*	International Women's Day	Qadınlar günü	public		03-08
AZ	*	International Women's Day (substitute day)	Qadınlar günü (əvəz gün)	public	s	20200309 20250310 20260309 20310310 20360310
AZ	*	Spring Festival	Novruz	public		03-20
AZ	*	Day of Victory over Fascism	Faşizm üzərində qələbə günü	public		05-09
AZ	*	Day of Victory over Fascism (substitute day)	Faşizm üzərində qələbə günü (əvəz gün)	public	s	20200511 20210510 20260511 20270510 20320510
AZ	*	End of Ramadan (Eid al-Fitr)	Ramazan Bayramı	public		20200524 20200525 20210513 20210514 20220502 20220503 20230421 20230422 20240410 20240411 20250330 20250331 20260320 20260321 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
AZ	*	End of Ramadan (Eid al-Fitr) (substitute day)	Ramazan Bayramı (əvəz gün)	public	s	20200526 20230424 20250401 20260323 20280228 20280229 20310127 20330104 20331226 20351203 20351204
AZ	*	Republic Day	Respublika günü	public		05-28
AZ	*	National Salvation Day	Azərbaycan xalqının Milli Qurtuluş günü	public		06-15
AZ	*	Azerbaijan Armed Forces Day	Azərbaycan Respublikasının Silahlı Qüvvələri günü	public		06-26
AZ	*	Feast of the Sacrifice (Eid al-Adha)	Qurban Bayramı	public		20200731 20200801 20210720 20210721 20220709 20220710 20230628 20230629 20240616 20240617 20250606 20250607 20260527 20260528 20270516 20270517 20280505 20280506 20290424 20290425 20300413 20300414 20310402 20310403 20320322 20320323 20330311 20330312 20340301 20340302 20350218 20350219 20360207 20360208
AZ	*	Feast of the Sacrifice (Eid al-Adha) (substitute day)	Qurban Bayramı (əvəz gün)	public	s	20200803 20220711 20220712 20240618 20250609 20270518 20280508 20300415 20300416 20330314 20350220
AZ	*	Independence Day	Dövlət Müstəqilliyi günü	public		10-18
AZ	*	Independence Day (substitute day)	Dövlət Müstəqilliyi günü (əvəz gün)	public	s	20201019 20251020 20261019 20311020 20361020
AZ	*	Flag Day	Dövlət Bayrağı günü	public		11-09
AZ	*	Constitution Day	Konstitusiya günü	public		11-12
AZ	*	National Revival Day	Milli Dirçəliş günü	public		11-17
AZ	*	International Solidarity Day of Azerbaijanis	Dünya azərbaycanlıların həmrəyliyi günü	public		12-31
AZ	*	New Year's Day (substitute day)	Yeni il (əvəz gün)	public	s	20210104 20220103 20220104 20230103 20270104 20280103 20280104 20330103 20330104 20340103
AZ	*	Azerbaijan Armed Forces Day (substitute day)	Azərbaycan Respublikasının Silahlı Qüvvələri günü (əvəz gün)	public	s	20210628 20220627 20270628 20320628 20330627
AZ	*	Republic Day (substitute day)	Respublika günü (əvəz gün)	public	s	20220530 20230529 20280529 20330530 20340529
AZ	*	International Solidarity Day of Azerbaijanis (substitute day)	Dünya azərbaycanlıların həmrəyliyi günü (əvəz gün)	public	s	20230102 20240101 20290101 20340102 20350101
AZ	*	National Salvation Day (substitute day)	Azərbaycan xalqının Milli Qurtuluş günü (əvəz gün)	public	s	20240617 20250616 20300617 20310616 20360616
AZ	*	Flag Day (substitute day)	Dövlət Bayrağı günü (əvəz gün)	public	s	20241111 20251110 20301111 20311110 20361110
BA	*	New Year's Day	Novogodisnji dan	public		01-01
BA	*	2nd day of the New Year	Drugi dan Nove Godine	public		01-02
BA	*	Epiphany	Bogojavljenje, Sveta tri kralja	public		01-06
BA	*	Orthodox Christmas	Pravoslavni Božić	public		01-07
BA	*	Orthodox New Year	Pravoslavni novogodišnji dan	public		01-14
BA	*	Easter Sunday	Vaskrs	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BA	*	Easter Monday	Uskrsni ponedjeljak	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BA	*	Orthodox Easter	Pravoslavni Vaskrs	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
BA	*	Labour Day	Radni dan	public		05-01
BA	*	2nd day of the Labour Day	Drugi dan Dana rada	public		05-02
BA	*	End of Ramadan (Eid al-Fitr)	Ramazanski bajram	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
BA	*	Corpus Christi	Tijelovo	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
BA	*	Feast of the Sacrifice (Eid al-Adha)	Kurbanski bajram	public		20200731 20200801 20200802 20200803 20210720 20210721 20210722 20210723 20220709 20220710 20220711 20220712 20230628 20230629 20230630 20230701 20240616 20240617 20240618 20240619 20250606 20250607 20250608 20250609 20260527 20260528 20260529 20260530 20270516 20270517 20270518 20270519 20280505 20280506 20280507 20280508 20290424 20290425 20290426 20290427 20300413 20300414 20300415 20300416 20310402 20310403 20310404 20310405 20320322 20320323 20320324 20320325 20330311 20330312 20330313 20330314 20340301 20340302 20340303 20340304 20350218 20350219 20350220 20350221 20360207 20360208 20360209 20360210
BA	*	Assumption	Velika Gospa	public		20200815 20200828 20210815 20210828 20220815 20220828 20230815 20230828 20240815 20240828 20250815 20250828 20260815 20260828 20270815 20270828 20280815 20280828 20290815 20290828 20300815 20300828 20310815 20310828 20320815 20320828 20330815 20330828 20340815 20340828 20350815 20350828 20360815 20360828
BA	*	Islamic New Year	Nova hidžretska godina	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
BA	*	Birthday of Muhammad (Mawlid)	Mevlud	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BA	*	All Saints' Day	Dita e të gjithë Shenjtorëve	public		11-01
BA	*	All Souls' Day	Dušni dan	public		11-02
BA	*	Christmas Day	Božić	public		12-25
BA	*	Boxing Day	Svetog Stjepana	public		12-26
BA	*	2nd day of the Labour Day (substitute day)	Drugi dan Dana rada (zamjena dan)	public	s	20210503 20270503 20320503
BA	*	2nd day of the New Year (substitute day)	Drugi dan Nove Godine (zamjena dan)	public	s	20220103 20280103 20330103
BA	*	Labour Day (substitute day)	Radni dan (zamjena dan)	public	s	20220503 20330503
BA	*	New Year's Day (substitute day)	Novogodisnji dan (zamjena dan)	public	s	20230103 20340103
BA	BIH BIH-W	Independence Day	Dan nezavisnosti	public		03-01
BA	BIH	Statehood Day	Dan državnosti	public		11-25
BA	BRC	Day of the Establishment of the District		public		03-08
BA	SRP	Republic Day	Dan Republike	public		01-09
BA	SRP	Victory Day	Dan pobjede	public		05-09
BA	SRP	Dayton Agreement Day	Dan uspostave Opšteg okvirnog sporazuma za mir u Bosni i Hercegovini	public		11-21
BB	*	New Year's Day		public		01-01
BB	*	Errol Barrow Day		public		01-21
BB	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BB	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BB	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BB	*	National Heroes Day		public		04-28
BB	*	May Day		public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
BB	*	Pentecost		public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BB	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BB	*	Emancipation Day		public		08-01
BB	*	Kadooment Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
BB	*	Independence Day		public		11-30
BB	*	Christmas Day		public		12-25
BB	*	Boxing Day		public		12-26
BB	*	Public Holiday		public		20211227 20221227 20271227 20321227 20331227
BD	*	Language Martyrs' Day	শহীদ দিবস	public		02-21
BD	*	Mujib's Birthday & Children's Day	মুজিব জয়ন	public		03-17
BD	*	Genocide Remembrance Day		observance		03-25
BD	*	Independence Day	স্বাধীনতা দিবস	public		03-26
BD	*	Bengali New Year's Day	পহেলা বৈশাখ	public		04-14
BD	*	May Day	মে দিবস	public		05-01
BD	*	Buddha's Birthday	বুদ্ধ পূর্ণিমা	public		20200507 20210519 20220519 20230519 20240519 20250519 20260519 20270519 20280519 20290519 20300519 20310519 20320519 20330519 20340519 20350519 20360519
BD	*	End of Ramadan (Eid al-Fitr)	ঈদুল ফিতর	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
BD	*	Feast of the Sacrifice (Eid al-Adha)	ঈদুল আযহা	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
BD	*	Krishna Janmashtami	জন্মাষ্টমী	public		20200811 20210824 20220824 20230824 20240824 20250824 20260824 20270824 20280824 20290824 20300824 20310824 20320824 20330824 20340824 20350824 20360824
BD	*	National Mourning Day	জাতীয় শোক দিবস	public		08-15
BD	*	Day of Ashura	আশুরা	public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
BD	*	Durga Puja	দুর্গা পূজা	public		20201025 20211008 20221008 20231008 20241008 20251008 20261008 20271008 20281008 20291008 20301008 20311008 20321008 20331008 20341008 20351008 20361008
BD	*	Birthday of Muhammad (Mawlid)	ঈদে মিলাদুন্নবী	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BD	*	Armed Forces Day		observance		11-21
BD	*	Martyred Intellectuals Day		observance		12-14
BD	*	Victory Day	বিজয় দিবস	public		12-16
BD	*	Christmas Day	বড়দিন	public		12-25
BE	. BRU WAL	New Year's Day	Nouvel An	public		01-01
BE	. BRU WAL	Epiphany	l’Épiphanie	observance		01-06
BE	. BRU WAL	Valentine's Day	Saint-Valentin	observance		02-14
BE	. BRU WAL	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BE	. BRU WAL	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BE	. BRU WAL	Labour Day	Fête du travail	public		05-01
BE	. BRU WAL	Mother's Day	Fête des Mères	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BE	. BRU WAL	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BE	. BRU WAL	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BE	. BRU WAL	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BE	. BRU WAL	National Holiday	Fête nationale	public		07-21
BE	. BRU WAL	Assumption	Assomption	public		08-15
BE	. BRU WAL	All Saints' Day	Toussaint	public		11-01
BE	. BRU WAL	All Souls' Day	Fête des morts	observance		11-02
BE	. BRU WAL	Armistice Day	Armistice	public		11-11
BE	. BRU WAL	King's Feast	Fête du Roi	observance		11-15
BE	. BRU WAL	Saint Nicholas	Saint-Nicolas	observance		12-06
BE	. BRU WAL	Christmas Day	Noël	public		12-25
BE	BRU	Iris Festival	Fête de l'Iris	observance		05-08
BE	DE	New Year's Day	Neujahr	public		01-01
BE	DE	Epiphany	Erscheinung des Herrn	observance		01-06
BE	DE	Valentine's Day	Valentinstag	observance		02-14
BE	DE	Easter Sunday	Ostersonntag	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BE	DE	Easter Monday	Ostermontag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BE	DE	Labour Day	Tag der Arbeit	public		05-01
BE	DE	Mother's Day	Muttertag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BE	DE	Ascension Day	Christi Himmelfahrt	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BE	DE	Pentecost	Pfingstsonntag	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BE	DE	Whit Monday	Pfingstmontag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BE	DE	National Holiday	Nationalfeiertag	public		07-21
BE	DE	Assumption	Mariä Himmelfahrt	public		08-15
BE	DE VLG	All Saints' Day	Allerheiligen	public		11-01
BE	DE	All Souls' Day	Allerseelen	observance		11-02
BE	DE	Armistice Day	Waffenstillstand	public		11-11
BE	DE	Day of the German-speaking Community	Tag der Deutschsprachigen Gemeinschaft	observance		11-15
BE	DE	Saint Nicholas	Sankt Nikolaus	observance		12-06
BE	DE	Christmas Day	Weihnachten	public		12-25
BE	VLG	New Year's Day	Nieuwjaar	public		01-01
BE	VLG	Epiphany	Driekoningen	observance		01-06
BE	VLG	Valentine's Day	Valentijnsdag	observance		02-14
BE	VLG	Easter Sunday	Pasen	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BE	VLG	Easter Monday	Paasmaandag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BE	VLG	Labour Day	Dag van de Arbeid	public		05-01
BE	VLG	Mother's Day	Moederdag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BE	VLG	Ascension Day	Hemelvaartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BE	VLG	Pentecost	Pinksteren	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BE	VLG	Whit Monday	Pinkstermaandag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BE	VLG	Day of the Flemish Community	Feestdag van de Vlaamse Gemeenschap	observance		07-11
BE	VLG	National Holiday	Nationale feestdag	public		07-21
BE	VLG	Assumption	Tenhemelopneming	public		08-15
BE	VLG	All Souls' Day	Allerzielen	observance		11-02
BE	VLG	Armistice Day	Wapenstilstand	public		11-11
BE	VLG	King's Feast	Koningsdag	observance		11-15
BE	VLG	Saint Nicholas	Sinterklaas	observance		12-06
BE	VLG	Christmas Day	Kerstmis	public		12-25
BE	VLG	Boxing Day	Tweede kerstdag	observance		12-26
BE	WAL	French Community Holiday	La fête de la communauté française	observance		09-27
BF	*	New Year's Day	Nouvel An	public		01-01
BF	*	Anniversary of the 1966 Upper Voltan coup d'état	Soulèvement populaire	public		01-03
BF	*	International Women's Day	Journée internationale des femmes	public		03-08
BF	*	Easter Sunday	Pâques	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BF	*	Labour Day	Fête du travail	public		05-01
BF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BF	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
BF	*	Pentecost	Pentecôte	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BF	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
BF	*	Independence Day	Jour de l’Indépendance	public		08-05
BF	*	Assumption	Assomption	public		08-15
BF	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BF	*	All Saints' Day	Toussaint	public		11-01
BF	*	Proclamation of the Republic	Fête nationale	public		12-11
BF	*	Christmas Day	Noël	public		12-25
BG	*	New Year's Day	Нова Година	public		01-01
BG	*	Granny March Day	Баба Марта	observance		03-01
BG	*	Liberation Day	Ден на Освобождението на България от Османската Империя	public		03-03
BG	*	International Women's Day	Ден на жената	observance		03-08
BG	*	Good Friday	Разпети петък	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
BG	*	Easter Sunday	Великден	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
BG	*	Easter Monday	Велики понеделник	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
BG	*	Labour Day	Ден на труда	public		05-01
BG	*	St. George's Day	Гергьовден	public		05-06
BG	*	Radio and Television Day	Ден на радиото и телевизията	observance		05-07
BG	*	Bulgarian Education and Culture, and Slavonic Literature Day	Ден на азбуката, културата и просветата	public		05-24
BG	*	Unification Day	Ден на съединението	public		09-06
BG	*	Independence Day	Ден на независимостта	public		09-22
BG	*	Revival Leaders' Day	Ден на народните будители	school		11-01
BG	*	Christmas Eve	Бъдни вечер	public		12-24
BG	*	Christmas Day	Коледа	public		12-25
BG	*	Boxing Day	2-ри ден на Коледа	observance		12-26
BH	*	New Year's Day	عيد رأس السنة	public		01-01
BH	*	Labour Day	يوم العمال	public		05-01
BH	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
BH	*	Arafat Day	يوم عرفة	public		20200730 20210719 20220708 20230627 20240615 20250605 20260526 20270515 20280504 20290423 20300412 20310401 20320321 20330310 20340228 20350217 20360206
BH	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
BH	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
BH	*	Day of Ashura	عاشوراء	public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
BH	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BH	*	National Day	اليوم الوطني	public		12-16
BH	*	Accession Day	يوم الجلوس	public		12-17
BI	*	New Year's Day	Nouvel An	public		01-01
BI	*	Unity Day	Jour de l'Unité	public		02-05
BI	*	Ntaryamira Day	Jour de Ntaryamira	public		04-06
BI	*	Labour Day	Fête du travail	public		05-01
BI	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BI	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
BI	*	Independence Day	Jour de l’Indépendance	public		07-01
BI	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
BI	*	Assumption	Assomption	public		08-15
BI	*	Rwagasore Day	Jour de Rwagasore	public		10-13
BI	*	Ndadaye Day	Jour de Ndadaye	public		10-21
BI	*	All Saints' Day	Toussaint	public		11-01
BI	*	Christmas Day	Noël	public		12-25
BJ	*	New Year's Day	Nouvel An	public		01-01
BJ	*	Fête du Vodoun		public		01-10
BJ	*	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BJ	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BJ	*	Labour Day	Fête du travail	public		05-01
BJ	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BJ	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
BJ	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BJ	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BJ	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
BJ	*	Independence Day	Fête Nationale	public		08-01
BJ	*	Assumption	Assomption	public		08-15
BJ	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BJ	*	All Saints' Day	Toussaint	public		11-01
BJ	*	Christmas Day	Noël	public		12-25
BL	*	New Year's Day	Nouvel An	public		01-01
BL	*	Shrove Monday	Lundi de Carnaval	observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
BL	*	Ash Wednesday	Mercredi des Cendres	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
BL	*	Laetare Sunday	Mi-Carême	observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
BL	*	Good Friday	Vendredi saint	bank		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BL	*	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BL	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BL	*	Labour Day	Fête du travail	public		05-01
BL	*	Victory Day	Fête de la Victoire 1945	public		05-08
BL	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BL	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BL	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
BL	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BL	*	Bastille Day	Fête Nationale de la France	public		07-14
BL	*	Assumption	Assomption	public		08-15
BL	*	Saint Barth	Fête de Saint Barthélemy	observance		08-24
BL	*	Abolition of Slavery	Abolition de l’esclavage	public		10-09
BL	*	All Saints' Day	Toussaint	public		11-01
BL	*	Armistice Day	Armistice 1918	public		11-11
BL	*	Christmas Day	Noël	public		12-25
BM	*	New Year's Day		public		01-01
BM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BM	*	Bermuda Day		public		20200529 20210528 20220527 20230526 20240531 20250530 20260529 20270528 20280526 20290525 20300531 20310530 20320528 20330527 20340526 20350525 20360530
BM	*	National Heroes Day		public		20200615 20210621 20220620 20230619 20240617 20250616 20260615 20270621 20280619 20290618 20300617 20310616 20320621 20330620 20340619 20350618 20360616
BM	*	Emancipation Day		public		20200730 20210729 20220728 20230803 20240801 20250731 20260730 20270729 20280803 20290802 20300801 20310731 20320729 20330728 20340803 20350802 20360731
BM	*	Somers' Day		public		20200731 20210730 20220729 20230804 20240802 20250801 20260731 20270730 20280804 20290803 20300802 20310801 20320730 20330729 20340804 20350803 20360801
BM	*	Labour Day		public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
BM	*	Remembrance Day		public		11-11
BM	*	Christmas Day		public		12-25
BM	*	Boxing Day		public		12-26
BM	*	Boxing Day (substitute day)		bank	s	20201228 20211228 20261228 20271228 20321228
BM	*	Christmas Day (substitute day)		bank	s	20211227 20221227 20271227 20321227 20331227
BM	*	New Year's Day (substitute day)		bank	s	20220103 20230102 20280103 20330103 20340102
BM	*	Remembrance Day (substitute day)		bank	s	20231113 20281113 20291112 20341113 20351112
BN	*	New Year's Day	Awal Tahun Masihi	public		01-01
BN	*	Chinese New Year	Tahun Baru Cina	public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
BN	*	National Day	Hari Kebangsaan	public		02-23
BN	*	Laylat al-Mi'raj	Israk dan Mikraj	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
BN	*	Armed Forces Day	Hari Angkatan Bersenjata Diraja Brunei	public		03-31
BN	*	First day of Ramadan	Awal Ramadan	public		20200424 20210413 20220402 20230323 20240311 20250301 20260218 20270208 20280128 20290116 20300105 20301226 20311215 20321204 20331123 20341112 20351101 20361020
BN	*	Nuzul Al-Quran	Hari Nuzul Al-Quran	public		20200510 20210429 20220418 20230408 20240327 20250317 20260306 20270224 20280213 20290201 20300121 20310111 20311231 20321220 20331209 20341128 20351117 20361105
BN	*	End of Ramadan (Eid al-Fitr)	Hari Raya Aidil Fitri	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
BN	*	Sultan's Birthday	Hari Keputeraan KDYMM Sultan Brunei	public		07-15
BN	*	Feast of the Sacrifice (Eid al-Adha)	Hari Raya Haji	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
BN	*	Islamic New Year	Awal Muharram	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
BN	*	Birthday of Muhammad (Mawlid)	Hari Keputeraan Nabi Muhammad S.A.W.	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
BN	*	Christmas Day	Hari Krismas	public		12-25
BO	*	New Year's Day	Año Nuevo	public		01-01
BO	*	Plurinational State Foundation Day	Día de la Creación del Estado Plurinacional de Bolivia	public		01-22
BO	*	Feast of the Virgin of Candelaria	Fiesta de la Virgen de Candelaria	observance		02-02
BO	*	Shrove Monday	Lunes de Carnaval	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
BO	*	Shrove Tuesday	Martes de Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
BO	*	Father's Day	Día del Padre	observance		03-19
BO	*	Day of the Sea	Día del Mar	observance		03-23
BO	*	Maundy Thursday	Jueves Santo	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
BO	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BO	*	Children's Day	Día del Niño	observance		04-12
BO	*	Labour Day	Día del Trabajador	public		05-01
BO	*	Mother's Day	Día de la Madre	observance		05-27
BO	*	Teacher's Day	Día del Maestro	observance		06-06
BO	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
BO	*	Andean Amazonian Chaqueño New Year	Año Nuevo Andino Amazónico Chaqueño	public		06-21
BO	*	Andean Amazonic Chacoan New Year (substitutes)	Año Nuevo Andino Amazónico Chaqueño (substituto)	public		20200622 20260622
BO	*	Independence Day	Día de la Independencia	public		08-06
BO	*	Flag Day	Día de la Bandera	observance		08-17
BO	*	Student's Day	Día del Estudiante	observance		09-21
BO	*	Bolivian Woman's Day	Día de la Mujer Boliviana	observance		10-11
BO	*	All Saints' Day	Todos Santos	observance		11-01
BO	*	All Souls' Day	Todos Santos	public		11-02
BO	*	Christmas Day	Navidad	public		12-25
BO	*	Labour Day (substitutes)	Día del Trabajo (substituto)	public		20220502 20330502
BO	*	Christmas Day (substitutes)	Navidad (substituto)	public		20221226 20331226
BO	*	New Year's Day (substitutes)	Año Nuevo (substituto)	public		20230102 20340102
BO	*	Plurinational State Foundation Day (substitutes)	Día de la Creación del Estado Plurinacional de Bolivia (substituto)	public		20230123 20340123
BO	*	Independence Day (substitutes)	Día de la Independencia (substituto)	public		20230807 20280807 20340807
BO	B	Beni Day	Efemérides del Beni	public		11-18
BO	B	Beni Day (substitutes)	Efemérides del Beni (substituto)	public		20291119 20351119
BO	C	Cochabamba Day	Efemérides de Cochabamba	public		09-14
BO	C	Cochabamba Day (substitutes)	Efemérides de Cochabamba (substituto)	public		20250915 20310915 20360915
BO	H	Chuquisaca Day	Efemérides de Chuquisaca	public		05-25
BO	H	Chuquisaca Day (substitutes)	Efemérides de Chuquisaca (substituto)	public		20250526 20310526 20360526
BO	L	La Paz Day	Efemérides de La Paz	public		07-16
BO	L	La Paz Day (substitutes)	Efemérides de La Paz (substituto)	public		20230717 20280717 20340717
BO	N	Pando Day	Efemérides de Pando	public		09-24
BO	N	Pando Day (substitutes)	Efemérides de Pando (substituto)	public		20230925 20280925 20340925
BO	O	Oruro Day	Efemérides de Oruro	public		02-10
BO	O	Oruro Day (substitutes)	Efemérides de Oruro (substituto)	public		20300211 20360211
BO	P	Potosí Day	Efemérides de Potosí	public		11-10
BO	P	Potosí Day (substitutes)	Efemérides de Potosí (substituto)	public		20241111 20301111
BO	S	Santa Cruz Day	Efemérides de Santa Cruz	public		09-24
BO	S	Santa Cruz Day (substitutes)	Efemérides de Santa Cruz (substituto)	public		20230925 20280925 20340925
BO	T	Tarija Day	Efemérides de Tarija	public		04-15
BO	T	Tarija Day (substitutes)	Efemérides de Tarija (substituto)	public		20290416 20350416
BQ	*	New Year's Day	Nieuwjaar	public		01-01
BQ	*	Good Friday	Goede Vrijdag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BQ	*	Easter Sunday	Pasen	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BQ	*	Easter Monday	Tweede paasdag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BQ	*	Kings Day	Koningsdag	public		04-27
BQ	*	Labour Day	Dag van de Arbeid	public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
BQ	*	Mother's Day	Moederdag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BQ	*	Ascension Day	O.L.H. Hemelvaart	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BQ	*	Father's Day	Vaderdag	observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
BQ	*	St. Nicholas' Eve	Sinterklaasavond	observance		12-05
BQ	*	Kingdom Day	Koninkrijksdag	public		12-15
BQ	*	Christmas Day	Kerstmis	public		12-25
BQ	*	Boxing Day	Tweede kerstdag	public		12-26
BQ	BO	Carnival Monday	Carnavalsmaandag	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
BQ	SA	Carnival Monday	Carnavalsmaandag	public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
BQ	BO	Rincon Day		public		04-30
BQ	BO	Bonaire Day	Boneiru Dag	public		09-06
BQ	SA	Saba Day		public		20201204 20211203 20221202 20231201 20241206 20251205 20261204 20271203 20281201 20291207 20301206 20311205 20321203 20331202 20341201 20351207 20361205
BQ	SE	Emancipation Day		public		08-01
BQ	SE	Statia Day		public		11-16
BR	*	New Year's Day	Ano Novo	public		01-01
BR	*	Carnival	Carnaval	optional		20200222 20200223 20200226 20210213 20210214 20210217 20220226 20220227 20220302 20230218 20230219 20230222 20240210 20240211 20240214 20250301 20250302 20250305 20260214 20260215 20260218 20270206 20270207 20270210 20280226 20280227 20280301 20290210 20290211 20290214 20300302 20300303 20300306 20310222 20310223 20310226 20320207 20320208 20320211 20330226 20330227 20330302 20340218 20340219 20340222 20350203 20350204 20350207 20360223 20360224 20360227
BR	*	Carnival	Carnaval	bank		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
BR	. AC AL AM AP BA CE DF ES GO GO-GOIANIA MA MG MG-BH MS MT PA PB PE PE-RE PI PR PR-CU RN RO RR RS SC SE SP SP-SP TO	Carnival	Carnaval	bank		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
BR	*	Good Friday	Sexta-Feira Santa	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BR	*	Easter Sunday	Páscoa	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BR	. AC AL AM AP BA CE ES GO GO-GOIANIA MA MS MT PA PB PE PE-RE PI PR PR-CU RJ RJ-RJ RN RO RR RS SC SE SP SP-SP TO	Tiradentes' Day	Dia de Tiradentes	public		04-21
BR	*	Labour Day	Dia do trabalhador	public		05-01
BR	*	Mother's Day	Dia das Mães	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BR	. AC AL AM AP BA CE DF ES GO GO-GOIANIA MA MG MG-BH MS MT PA PB PE PE-RE PI PR PR-CU RJ RJ-RJ RN RO RR RS SC SE SP TO	Corpus Christi	Corpo de Deus	bank		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
BR	*	Lovers' Day	Dia dos Namorados	observance		06-12
BR	*	Father's Day	Dia dos Pais	observance		20200809 20210808 20220814 20230813 20240811 20250810 20260809 20270808 20280813 20290812 20300811 20310810 20320808 20330814 20340813 20350812 20360810
BR	*	Independence Day	Dia da Independência	public		09-07
BR	*	Election Day	Dia de Eleição	public		20201004 20201025 20221002 20221030 20241006 20241027 20261004 20261025 20281001 20281029 20301006 20301027 20321003 20321031 20341001 20341029 20361005 20361026
BR	*	Our Lady of Aparecida	Nossa Senhora Aparecida	public		10-12
BR	*	All Souls' Day	Dia de Finados	public		11-02
BR	*	Republic Day	Proclamação da República	public		11-15
BR	*	Christmas Eve	Noite de Natal	optional	h	12-24
BR	*	Christmas Day	Natal	public		12-25
BR	*	New Year's Eve	Véspera de Ano Novo	optional	h	12-31
BR	. AC AP BA CE DF ES GO GO-GOIANIA MA MG MG-BH MS PA PB PE PE-RE PI PR PR-CU RN RO RR RS SC SE TO	Black Awareness Day	Dia da Consciência Negra	public		20241120 20251120 20261120 20271120 20281120 20291120 20301120 20311120 20321120 20331120 20341120 20351120 20361120
BR	AC	Dia do evangélico		public		01-12
BR	RO	Dia do evangélico		public		06-18
BR	AC	Alusivo ao Dia Internacional da Mulher		public		03-08
BR	AC	Aniversário do estado		public		06-15
BR	AC	Dia da Amazônia		public		09-05
BR	AC	Assinatura do Tratado de Petrópolis		optional		11-17
BR	AL	São João		public		06-24
BR	AL	São Pedro		public		06-29
BR	AL	Emancipação política		public		09-16
BR	AL	Morte de Zumbi dos Palmares		public		11-20
BR	AM	Elevação do Amazonas à categoria de província		public		09-05
BR	AM MT RJ RJ-RJ SP-SP	Dia da Consciência Negra		public		20201120 20211120 20221120
BR	AM MT RJ RJ-RJ SP SP-SP	Dia da Consciência Negra		public		20231120
BR	SP-SP	Dia da Consciência Negra		public		20241120 20251120 20261120 20271120 20281120 20291120 20301120 20311120 20321120 20331120 20341120 20351120 20361120
BR	AP	Dia de São José		public		03-19
BR	AP	Criação do Território Federal		public		09-13
BR	BA	Independência da Bahia		public		07-02
BR	CE	Data magna do estado		public		03-25
BR	MG MG-BH	Data magna do estado		public		04-21
BR	DF	Fundação de Brasília		public		04-21
BR	DF	Dia do Evangélico		public		11-30
BR	ES	Dia de Nossa Senhora da Penha		public		20200420 20210412 20220425 20230417 20240408 20250428 20260413 20270405 20280424 20290409 20300429 20310421 20320405 20330425 20340417 20350402 20360421
BR	GO GO-GOIANIA	Fundação da Cidade de Goiás		public		07-26
BR	GO GO-GOIANIA	Lançamento da pedra fundamental de Goiânia		public		10-24
BR	GO-GOIANIA	Nossa Senhora Auxiliadora		public		05-24
BR	MA	Adesão do Maranhão à independência do Brasil		public		07-28
BR	MG-BH	Assumption	Assunção de Nossa Senhora	public		08-15
BR	MG-BH	Immaculate Conception	Imaculada Conceição	public		12-08
BR	MS	Criação do estado		public		10-11
BR	RO	Criação do estado		public		01-04
BR	RR TO	Criação do estado		public		10-05
BR	PA	Adesão do Grão-Pará à independência do Brasil		public		08-15
BR	PB	Homenagem à memória do ex-presidente João Pessoa		public		07-26
BR	PB	Nossa Senhora das Neves		public		08-05
BR	PE PE-RE	Revolução Pernambucana de 1817		public		20200301 20210307 20220306 20230305 20240303 20250302 20260301 20270307 20280305 20290304 20300303 20310302 20320307 20330306 20340305 20350304 20360302
BR	PE-RE	Saint John's Day	São João	public		06-24
BR	PE-RE	Nossa Senhora do Carmo		public		07-16
BR	PE-RE	Immaculate Conception	Nossa Senhora da Conceição	public		12-08
BR	PI	Dia do Piauí		public		10-19
BR	PR PR-CU	Emancipação política do estado do Paraná		public		12-19
BR	PR-CU	Nossa Senhora da Luz dos Pinhais		public		09-08
BR	RJ RJ-RJ	Carnaval		public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
BR	RJ RJ-RJ	Dia de São Jorge		public		04-23
BR	RJ RJ-RJ	Dia do Comércio		observance		20201020 20211019 20221018 20231017 20241015 20251021 20261020 20271019 20281017 20291016 20301015 20311021 20321019 20331018 20341017 20351016 20361021
BR	RJ-RJ	Dia de São Sebastião		public		01-20
BR	RN	Mártires de Cunhaú e Uruaçu		public		10-03
BR	RS	Proclamação da República Rio-Grandense		public		09-20
BR	SC	Dia de Santa Catarina		public		20200816 20210815 20220814 20230813 20240811 20250817 20260816 20270815 20280813 20290812 20300811 20310817 20320815 20330814 20340813 20350812 20360817
BR	SC	Dia de Santa Catarina de Alexandria		public		20201129 20211128 20221127 20231126 20241201 20251130 20261129 20271128 20281126 20291125 20301201 20311130 20321128 20331127 20341126 20351125 20361130
BR	SE	Emancipação política de Sergipe		public		07-08
BR	SP SP-SP	Revolução Constitucionalista		public		07-09
BR	SP-SP	City Birthday	Aniversário da Cidade	public		01-25
BR	SP-SP	Corpus Christi	Corpo de Deus	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
BR	TO	Autonomia do Estado		public		03-18
BR	TO	Nossa Senhora da Natividade		public		09-08
BS	*	New Year's Day		public		01-01
BS	*	Majority Rule Day		public		01-10
BS	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BS	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BS	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BS	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BS	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
BS	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
BS	*	Randol Fawkes Labour Day		public		20200605 20210604 20220603 20230602 20240607 20250606 20260605 20270604 20280602 20290601 20300607 20310606 20320604 20330603 20340602 20350601 20360606
BS	*	Independence Day		public		07-10
BS	*	Emancipation Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
BS	*	National Heroes' Day		public		10-12
BS	*	Christmas Day		public		12-25
BS	*	Boxing Day		public		12-26
BS	*	Majority Rule Day (substitute day)		public	s	20210111 20260112 20270111 20320112
BS	*	Independence Day (substitute day)		public	s	20210712 20220711 20270712 20320712 20330711
BS	*	National Heroes' Day (substitute day)		public	s	20241014 20251013 20301014 20311013 20361013
BW	*	New Year's Day		public		01-01
BW	*	New Year's Holiday		public		01-02
BW	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BW	*	Easter Saturday		public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
BW	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BW	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BW	*	Labour Day		public		05-01
BW	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
BW	*	Ascension Day		public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
BW	*	Sir Seretse Khama Day		public		07-01
BW	*	President’s Day		public		20200720 20210719 20220718 20230717 20240715 20250721 20260720 20270719 20280717 20290716 20300715 20310721 20320719 20330718 20340717 20350716 20360721
BW	*	President’s Day Holiday		public		20200721 20210720 20220719 20230718 20240716 20250722 20260721 20270720 20280718 20290717 20300716 20310722 20320720 20330719 20340718 20350717 20360722
BW	*	Botswana Day		public		09-30
BW	*	Christmas Day		public		12-25
BW	*	Family Day		public		12-26
BW	*	Public Holiday		public		20220502 20221227 20230103 20231002 20281002 20290702 20291001 20330502 20331227 20340103 20341002 20350702 20351001
BY	*	New Year's Day	Новы год	public		01-01
BY	*	Christmas Day	Каляды праваслаўныя	public		01-07
BY	*	International Women's Day	Мiжнародны жаночы дзень	public		03-08
BY	*	Easter Sunday	Вялiкдзень каталiцкi	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BY	*	Orthodox Easter	Вялiкдзень праваслаўны	observance		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
BY	*	Commemoration Day	Радунiца	public		20200428 20210511 20220503 20230425 20240514 20250429 20260421 20270511 20280425 20290417 20300507 20310422 20320511 20330503 20340418 20350508 20360429
BY	*	Labour Day	Дзень працы	public		05-01
BY	*	Victory Day	Дзень Перамогi	public		05-09
BY	*	Independence Day	Дзень Незалежнасцi	public		07-03
BY	*	October Revolution Day	Дзень Кастрычніцкай рэвалюцыі	public		11-07
BY	*	Christmas Day	Каляды каталiцкiя	public		12-25
BZ	*	New Year's Day		public		01-01
BZ	*	George Price Day		public		20200115 20210115 20220115 20230116 20240115 20250115 20260115 20270115 20280115 20290115 20300115 20310115 20320115 20330115 20340116 20350115 20360115
BZ	*	National Heroes and Benefactor Day		public		20200309 20210308 20220307 20230306 20240311 20250310 20260309 20270308 20280306 20290312 20300311 20310310 20320308 20330307 20340306 20350312 20360310
BZ	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
BZ	*	Easter Saturday		public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
BZ	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
BZ	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
BZ	*	Labour Day		public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
BZ	*	Emancipation Day		public		20200801 20210802 20220801 20230801 20240801 20250801 20260801 20270802 20280801 20290801 20300801 20310801 20320802 20330801 20340801 20350801 20360801
BZ	*	St. George's Caye Day		public		20200910 20210910 20220910 20230911 20240910 20250910 20260910 20270910 20280911 20290910 20300910 20310910 20320910 20330910 20340911 20350910 20360910
BZ	*	Independence Day		public		20200921 20210921 20220921 20230921 20240921 20250922 20260921 20270921 20280921 20290921 20300921 20310922 20320921 20330921 20340921 20350921 20360922
BZ	*	Indigenous People’s Resistance Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291015 20301014 20311013 20321011 20331010 20341009 20351015 20361013
BZ	*	Garifuna Settlement Day		public		20201119 20211119 20221119 20231120 20241119 20251119 20261119 20271119 20281120 20291119 20301119 20311119 20321119 20331119 20341120 20351119 20361119
BZ	*	Christmas Day		public		12-25
BZ	*	Boxing Day		public		12-26
BZ	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
BZ	*	Christmas Day (substitute day)		public	s	20221227 20331227
CA	*	New Year's Day		public		01-01
CA	*	Groundhog Day		observance		02-02
CA	*	Valentine's Day		observance		02-14
CA	. AB BC MB NB NS NT NU ON PE QC SK YT	St. Patrick’s Day		observance		03-17
CA	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CA	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CA	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
CA	. AB BC MB NB NS NT NU ON PE QC SK YT	Canada Day		public		07-01
CA	*	Labour Day		public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
CA	*	Halloween		observance		10-31
CA	*	Christmas Day		public		12-25
CA	. BC MB NL NS NT YT	National Day for Truth and Reconciliation		observance		20210930 20220930 20230930 20240930 20250930 20260930 20270930 20280930 20290930 20300930 20310930 20320930 20330930 20340930 20350930 20360930
CA	AB BC NB ON SK	Family Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
CA	AB PE QC	Easter Monday		optional		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CA	AB BC MB NT NU ON SK YT	Victoria Day		public		20200518 20210524 20220523 20230522 20240520 20250519 20260518 20270524 20280522 20290521 20300520 20310519 20320524 20330523 20340522 20350521 20360519
CA	AB	Heritage Day		optional		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	AB BC MB NT NU ON QC SK YT	Thanksgiving		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
CA	AB BC NB NS NT NU PE SK YT	Remembrance Day		public		11-11
CA	BC	British Columbia Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	MB	Louis Riel Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
CA	MB	Terry Fox Day		optional		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	MB ON	Remembrance Day		optional		11-11
CA	NB	New Brunswick Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	NL	Saint Patrick's Day		optional		03-17
CA	NL	Saint George's Day		optional		04-23
CA	NL	Discovery Day		optional		06-24
CA	NL	Memorial Day		public		07-01
CA	NL	Orangemen's Day		optional		07-12
CA	NL	Armistice Day		public		11-11
CA	NS	Heritage Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
CA	NS	Natal Day		optional		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	NT ON YT	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CA	NT YT	National Indigenous Peoples Day		public		06-21
CA	NT NU	Civic Holiday		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	NT ON	Boxing Day		public		12-26
CA	NU	Nunavut Day		bank		07-09
CA	ON	Civic Holiday		optional		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	PE	Islander Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
CA	PE	Gold Cup Parade Day		public		20200821 20210820 20220819 20230818 20240816 20250815 20260821 20270820 20280818 20290817 20300816 20310815 20320820 20330819 20340818 20350817 20360815
CA	QC	National Patriots' Day		public		20200518 20210524 20220523 20230522 20240520 20250519 20260518 20270524 20280522 20290521 20300520 20310519 20320524 20330523 20340522 20350521 20360519
CA	QC	National Holiday		public		06-24
CA	SK	Saskatchewan Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
CA	YT	Discovery Day		public		20200817 20210816 20220815 20230821 20240819 20250818 20260817 20270816 20280821 20290820 20300819 20310818 20320816 20330815 20340821 20350820 20360818
CC	*	New Year's Day		public		01-01
CC	*	Chinese New Year		public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
CC	*	Australia Day		public		01-26
CC	*	Chinese New Year (2nd Day)		public		20200126 20210213 20220202 20230123 20240211 20250130 20260218 20270207 20280127 20290214 20300204 20310124 20320212 20330201 20340220 20350209 20360129
CC	*	Chinese New Year (substitute day)		public	s	20200127 20230124 20240212 20270208 20300205 20340221
CC	*	Chinese New Year (2nd Day) (substitute day)		public	s	20200128 20210215 20240213 20270209
CC	*	Labour Day		public		03-20
CC	*	Self Determination Day		public		04-06
CC	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CC	*	Anzac Day		public		04-25
CC	*	Hari Raya Puasa		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
CC	*	Hari Raya Puasa (substitute day)		public	s	20200525 20250331 20330103
CC	*	Hari Raya Haji		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
CC	*	Islamic New Year		public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
CC	*	Hari Maulaud Nabi		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
CC	*	Christmas Day		public		12-25
CC	*	Boxing Day		public		12-26
CC	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
CC	*	Christmas Day (substitute day)		public	s	20221227 20331227
CC	*	Hari Raya Haji (substitute day)		public	s	20240617 20270517 20350219
CC	*	Islamic New Year (substitute day)		public	s	20240708 20270607 20320412 20350312
CC	*	Hari Maulaud Nabi (substitute day)		public	s	20240916 20320621 20350521
CD	*	New Year's Day	Nouvel An	public		01-01
CD	*	Day of the Martyrs	Martyrs de l'Indépendance	public		01-04
CD	*	Anniversary of President Laurent Kabila	Journée du Héro National Laurent Désiré Kabila	public		01-16
CD	*	Anniversary of Prime Minister Patrice Emery Lumumba	Journée du Héro National Patrice Emery Lumumba	public		01-17
CD	*	Labour Day	Fête du travail	public		05-01
CD	*	Liberation Day	Journée de la Révolution et des Forces Armées	public		05-17
CD	*	Liberation Day (substitute day)	Journée de la Révolution et des Forces Armées (jour substitut)	public	s	20200518 20260518
CD	*	Independence Day	Anniversaire de Indépendance	public		06-30
CD	*	Parents' Day	Fête des parents	public		08-01
CD	*	Christmas Day	Noël	public		12-25
CD	*	Anniversary of Prime Minister Patrice Emery Lumumba (substitute day)	Journée du Héro National Patrice Emery Lumumba (jour substitut)	public	s	20210118 20270118
CD	*	Parents' Day (substitute day)	Fête des parents (jour substitut)	public	s	20210802 20270802 20320802
CD	*	Anniversary of President Laurent Kabila (substitute day)	Journée du Héro National Laurent Désiré Kabila (jour substitut)	public	s	20220118 20280118 20330118
CD	*	Labour Day (substitute day)	Fête du travail (jour substitut)	public	s	20220502 20330502
CD	*	Christmas Day (substitute day)	Noël (jour substitut)	public	s	20221226 20331226
CD	*	New Year's Day (substitute day)	Nouvel An (jour substitut)	public	s	20230102 20340102
CD	*	Independence Day (substitute day)	Anniversaire de Indépendance (jour substitut)	public	s	20240701 20300701
CD	*	Day of the Martyrs (substitute day)	Martyrs de l'Indépendance (jour substitut)	public	s	20260105 20320105
CF	*	New Year's Day	Nouvel An	public		01-01
CF	*	Boganda Day	Décès du Fondateur Barthélémy Boganda	public		03-29
CF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CF	*	Labour Day	Fête du travail	public		05-01
CF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CF	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
CF	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CF	*	General Prayer Day	Journée de prière	public		06-30
CF	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
CF	*	Independence Day	Jour de l’Indépendance	public		08-13
CF	*	Assumption	Assomption	public		08-15
CF	*	All Saints' Day	Toussaint	public		11-01
CF	*	Republic Day	Jour de la République	public		12-01
CF	*	Christmas Day	Noël	public		12-25
CG	*	New Year's Day	Nouvel An	public		01-01
CG	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CG	*	Labour Day	Fête du travail	public		05-01
CG	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CG	*	Pentecost	Pentecôte	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
CG	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CG	*	Fête de la commémoration de la conférence nationale souveraine		public		06-10
CG	*	Assumption	Assomption	public		08-15
CG	*	All Saints' Day	Toussaint	public		11-01
CG	*	Journée nationale de la République		public		11-28
CG	*	Christmas Day	Noël	public		12-25
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	New Year's Day	Neujahr	public		01-01
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Maundy Thursday	Gründonnerstag	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG AG TG	Good Friday	Karfreitag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Easter Sunday	Ostersonntag	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CH	. ZH BE UR SZ GL BS BL SH AR AI SG GR AG TG	Easter Monday	Ostermontag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Mother's Day	Muttertag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Ascension Day	Auffahrt	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Pentecost	Pfingstsonntag	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
CH	. ZH BE UR SZ GL BS BL SH AR AI SG GR AG TG	Whit Monday	Pfingstmontag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Vätertag		observance		20200607 20210606 20220605 20230604 20240602 20250601 20260607 20270606 20280604 20290603 20300602 20310601 20320606 20330605 20340604 20350603 20360601
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Bundesfeiertag		public		08-01
CH	. ZH BE LU UR SZ OW NW ZG SO BS BL SH AR AI SG GR AG TG	Federal Day of Thanksgiving, Repentance and Prayer	Eidg. Dank-, Buss- und Bettag	public		20200920 20210919 20220918 20230917 20240915 20250921 20260920 20270919 20280917 20290916 20300915 20310921 20320919 20330918 20340917 20350916 20360921
CH	. ZH BE LU UR SZ OW NW GL ZG SO BS BL SH AR AI SG GR AG TG	Christmas Day	Weihnachtstag	public		12-25
CH	. ZH BE LU UR SZ GL BS BL SH AR SG GR AG TG	Boxing Day	Stephanstag	public		20201226 20231226 20261226 20281226 20341226
CH	. ZH BE LU UR SZ GL BS BL SH AR AI SG GR AG TG	Boxing Day	Stephanstag	public		20211226 20241226 20271226 20291226 20301226 20321226 20351226
CH	. ZH BE LU SZ GL BS BL SH AI SG GR AG TG	Boxing Day	Stephanstag	public		20221226 20331226
CH	. ZH BE LU SZ GL BS BL SH AR AI SG GR AG TG	Boxing Day	Stephanstag	public		20251226 20311226 20361226
CH	ZH LU OW GL ZG SO SH	Berchtoldstag		optional		01-02
CH	ZH BS BL SH AG TG	Labour Day	Tag der Arbeit	public		05-01
CH	ZH	Knabenschiessen		optional	h	20200914 20210913 20220912 20230911 20240916 20250915 20260914 20270913 20280911 20290910 20300916 20310915 20320913 20330912 20340911 20350910 20360915
CH	BE AG TG	Berchtoldstag		public		01-02
CH	LU GR	Saint Joseph	Josefstag	observance		03-19
CH	LU OW NW ZG SO	Easter Monday	Ostermontag	optional		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CH	LU OW NW ZG SO	Whit Monday	Pfingstmontag	optional		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	LU UR SZ OW NW ZG SO AI AG	Corpus Christi	Fronleichnam	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
CH	LU UR SZ OW NW ZG SO AI AG	Assumption	Mariä Himmelfahrt	public		08-15
CH	LU UR SZ OW NW GL ZG SO AI SG AG	All Saints' Day	Allerheiligen	public		11-01
CH	LU UR SZ OW NW ZG AG	Immaculate Conception	Mariä Empfängnis	public		12-08
CH	UR SZ	Epiphany	Dreikönigstag	public		01-06
CH	UR SZ NW SO VS	Saint Joseph	Josefstag	public		03-19
CH	OW	Saint Nicholas of Flüe	Bruderklausenfest	public		09-25
CH	OW NW ZG SO	Boxing Day	Stephanstag	optional		12-26
CH	NW TI	Berchtoldstag		bank		01-02
CH	GL	Näfelser Fahrt		public		20200402 20210408 20220407 20230413 20240404 20250403 20260409 20270408 20280406 20290405 20300404 20310403 20320408 20330407 20340413 20350405 20360403
CH	GL	Christmas Eve	Heiliger Abend	public		12-24
CH	GL	New Year's Eve	Silvester	public		12-31
CH	FR VD VS NE GE JU	New Year's Day	Nouvel An	public		01-01
CH	FR	Saint-Berthold		optional		01-02
CH	FR VD VS NE GE JU	Maundy Thursday	Jeudi saint	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CH	FR VD NE GE JU	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CH	FR VD VS NE GE JU	Easter Sunday	Pâques	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CH	FR VS	Easter Monday	Lundi de Pâques	optional		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CH	FR VD VS NE GE JU	Mother's Day	Fête des Mères	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CH	FR VD VS NE GE JU	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CH	FR VD VS NE GE JU	Pentecost	Pentecôte	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
CH	FR	Whit Monday	Lundi de Pentecôte	optional		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	FR VD VS NE GE JU	Fête des pères		observance		20200607 20210606 20220605 20230604 20240602 20250601 20260607 20270606 20280604 20290603 20300602 20310601 20320606 20330605 20340604 20350603 20360601
CH	FR VS NE JU	Corpus Christi	la Fête-Dieu	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
CH	FR VD VS NE GE JU	Fête nationale		public		08-01
CH	FR VS JU	Assumption	Assomption	public		08-15
CH	FR VD VS NE JU	Federal Day of Thanksgiving, Repentance and Prayer	Jeûne fédéral	public		20200920 20210919 20220918 20230917 20240915 20250921 20260920 20270919 20280917 20290916 20300915 20310921 20320919 20330918 20340917 20350916 20360921
CH	FR VS JU	All Saints' Day	Toussaint	public		11-01
CH	FR VS	Immaculate Conception	Immaculée Conception	public		12-08
CH	FR VD VS NE GE JU	Christmas Day	Noël	public		12-25
CH	FR VS	Boxing Day	Saint-Etienne	optional		12-26
CH	SO	Labour Day	Tag der Arbeit	public	h	05-01
CH	BL GR	Corpus Christi	Fronleichnam	observance		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
CH	AI	Mauritiustag		public		09-22
CH	AI	Boxing Day	Stephanstag	observance		20201226 20231226 20261226 20281226 20341226
CH	GR	Epiphany	Dreikönigstag	observance		01-06
CH	GR	Good Friday	Karfreitag	optional		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CH	GR	Assumption	Mariä Himmelfahrt	observance		08-15
CH	GR	All Saints' Day	Allerheiligen	observance		11-01
CH	GR	Immaculate Conception	Mariä Empfängnis	observance		12-08
CH	TI	New Year's Day	Capodanno	public		01-01
CH	TI	Epiphany	Epifania	public		01-06
CH	TI	Saint Joseph	San Giuseppe	public		03-19
CH	TI	Maundy Thursday	Giovedì santo	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CH	TI	Easter Sunday	Domenica di Pasqua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CH	TI	Easter Monday	Lunedì dell’Angelo	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CH	TI	Labour Day	Festa del lavoro	public		05-01
CH	TI	Mother's Day	Festa della mamma	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CH	TI	Ascension Day	Ascensione	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CH	TI	Pentecost	Pentecoste	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
CH	TI	Whit Monday	Lunedì di Pentecoste	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	TI	Corpus Christi	Corpus Domini	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
CH	TI	Saints Peter and Paul	Santi Pietro e Paolo	public		06-29
CH	TI	Giorno festivo federale		public		08-01
CH	TI	Assumption	Assunzione	public		08-15
CH	TI	Federal Day of Thanksgiving, Repentance and Prayer	Digiuno federale	public		20200920 20210919 20220918 20230917 20240915 20250921 20260920 20270919 20280917 20290916 20300915 20310921 20320919 20330918 20340917 20350916 20360921
CH	TI	All Saints' Day	Ognissanti	public		11-01
CH	TI	Immaculate Conception	Immacolata Concezione	public		12-08
CH	TI	Christmas Day	Natale di Gesù	public		12-25
CH	TI	Boxing Day	Santo Stefano	public		12-26
CH	VD JU	2 Janvier		public		20200102 20210102 20220102 20240102 20250102 20260102 20270102 20280102 20290102 20300102 20310102 20320102 20330102 20350102 20360102
CH	VD NE JU	2 Janvier		public		20230102 20340102
CH	VD NE GE JU	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CH	VD VS GE JU	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	VD	Monday after Federal Day of Thanksgiving, Repentance and Prayer	Lundi du Jeûne Fédéral	public		20200921 20210920 20220919 20230918 20240916 20250922 20260921 20270920 20280918 20290917 20300916 20310922 20320920 20330919 20340918 20350917 20360922
CH	VS	Saint-Berthold		bank		01-02
CH	VS	Labour Day	Fête du travail	public	h	05-01
CH	VS	Monday after Federal Day of Thanksgiving, Repentance and Prayer	Lundi du Jeûne Fédéral	bank		20200921 20210920 20220919 20230918 20240916 20250922 20260921 20270920 20280918 20290917 20300916 20310922 20320920 20330919 20340918 20350917 20360922
CH	VS	Christmas Eve	Veille de Noël	public	h	12-24
CH	NE	2 Janvier		observance		20200102 20210102 20220102 20240102 20250102 20260102 20270102 20280102 20290102 20300102 20310102 20320102 20330102 20350102 20360102
CH	NE	Instauration de la République		public		03-01
CH	NE JU	Labour Day	Fête du travail	public		05-01
CH	NE	Whit Monday	Lundi de Pentecôte	observance		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CH	NE	Monday after Federal Day of Thanksgiving, Repentance and Prayer	Lundi du Jeûne Fédéral	optional		20200921 20210920 20220919 20230918 20240916 20250922 20260921 20270920 20280918 20290917 20300916 20310922 20320920 20330919 20340918 20350917 20360922
CH	NE	Boxing Day	Saint-Etienne	observance		20201226 20211226 20231226 20241226 20251226 20261226 20271226 20281226 20291226 20301226 20311226 20321226 20341226 20351226 20361226
CH	NE	Boxing Day	Lendemain de Noël	public		20221226 20331226
CH	NE	Saint-Etienne		observance		20221226 20331226
CH	GE	2 Janvier		bank		01-02
CH	GE	Jeûne Genevois		public		20200910 20210909 20220908 20230907 20240905 20250911 20260910 20270909 20280907 20290906 20300905 20310911 20320909 20330908 20340907 20350906 20360911
CH	GE	Boxing Day	Saint-Etienne	bank		12-26
CH	GE	Restoration of the Republic	Restauration de la République	public		12-31
CH	JU	Jura Plebiscite	Plébiscite jurassien	public		06-23
CI	*	New Year's Day	Nouvel An	public		01-01
CI	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CI	*	Labour Day	Fête du travail	public		05-01
CI	*	Laylat al-Qadr		public		20200520 20210509 20220428 20230418 20240406 20250327 20260316 20270306 20280223 20290211 20300131 20310121 20320110 20321230 20331219 20341208 20351127 20361115
CI	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CI	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
CI	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
CI	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
CI	*	Independence Day	Jour de l’Indépendance	public		08-07
CI	*	Assumption	Assomption	public		08-15
CI	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
CI	*	All Saints' Day	Toussaint	public		11-01
CI	*	National Peace Day		public		11-15
CI	*	Christmas Day	Noël	public		12-25
CK	*	New Year's Day		public		01-01
CK	*	Day after New Year's Day		public		01-02
CK	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CK	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CK	*	Anzac Day		public		04-25
CK	*	Queen's Birthday		public		20200601 20210607 20220606 20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
CK	*	Ra o te Ui Ariki (House of Ariki)		public		20200703 20210702 20220701 20230707 20240705 20250704 20260703 20270702 20280707 20290706 20300705 20310704 20320702 20330701 20340707 20350706 20360704
CK	*	Constitution Day		public		08-04
CK	*	National Gospel Day		public		10-26
CK	*	Christmas Day		public		12-25
CK	*	Boxing Day		public		12-26
CK	*	Boxing Day (substitute day)		public	s	20201228 20211228 20221227 20261228 20271228 20321228 20331227
CK	*	Day after New Year's Day (substitute day)		public	s	20210104 20220104 20230103 20270104 20280104 20330104 20340103
CK	*	Christmas Day (substitute day)		public	s	20211227 20221226 20271227 20321227 20331226
CK	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
CK	*	Constitution Day (substitute day)		public	s	20240805 20290806 20300805 20350806
CK	*	National Gospel Day (substitute day)		public	s	20241028 20251027 20301028 20311027 20361027
CL	*	New Year's Day	Año Nuevo	public		01-01
CL	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CL	*	Easter Sunday	Pascua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CL	*	Labour Day	Día del Trabajador	public		05-01
CL	*	Navy Day	Día de las Glorias Navales	public		05-21
CL	*	Saints Peter and Paul	San Pedro y San Pablo	public		20200629 20210628 20220627 20230626 20240629 20250629 20260629 20270628 20280626 20290702 20300629 20310629 20320628 20330627 20340626 20350702 20360629
CL	*	Our Lady of Mount Carmel	Virgen del Carmen	public		07-16
CL	*	Assumption	Asunción	public		08-15
CL	*	National holiday	Fiestas Patrias	public		09-18
CL	*	Army Day	Día de las Glorias del Ejército	public		09-19
CL	*	Columbus Day	Encuentro de Dos Mundos	public		20201012 20211011 20221010 20231009 20241012 20251012 20261012 20271011 20281009 20291015 20301012 20311012 20321011 20331010 20341009 20351015 20361012
CL	*	Reformation Day	Día Nacional de las Iglesias Evangélicas y Protestantes	public		20201031 20211031 20221031 20231027 20241031 20251031 20261031 20271031 20281027 20291102 20301031 20311031 20321031 20331031 20341027 20351102 20361031
CL	*	All Saints' Day	Todos los Santos	public		11-01
CL	*	Immaculate Conception	La inmaculada concepción	public		12-08
CL	*	Christmas Day	Navidad	public		12-25
CL	*	New Year's Eve	Fin del Año	bank		12-31
CL	*	Indigenous People's Day	Día de los Pueblos Indígenas	public		20210621 20220621 20230621 20240620 20250620 20260621 20270621 20280620 20290620 20300621 20310621 20320620 20330620 20340621 20350621 20360620
CL	*	National holiday	Feriado Adicional Fiestas Patrias	public		20210917 20270917 20290917 20320917 20350917
CL	*	National Holiday	Fiestas Patrias	public		20220916
CL	*	Día adicional		public		20230102 20340102
CL	*	National Holiday	Feriado Adicional Fiestas Patrias	public		20240920 20300920
CL	AP	Battle of Arica	Asalto y Toma del Morro de Arica	public		06-07
CL	NU-CH	Nativity of Liberator Bernardo O'Higgins	Nacimiento del Prócer de la Independencia	public		08-20
CL	TA	Saint Lawrence	San Lorenzo de Tarapacá	observance		08-10
CM	*	New Year's Day	Nouvel An	public		01-01
CM	*	Youth Day	Fête de la Jeunesse	public		02-11
CM	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CM	*	Labour Day	Fête du travail	public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
CM	*	National Day	Fête nationale ou de l'unité	public		05-20
CM	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CM	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
CM	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
CM	*	Assumption	Assomption	public		08-15
CM	*	Christmas Day	Noël	public		12-25
CN	*	New Year's Day	元旦	public		20200101 20210101 20210102 20210103 20220101 20230101 20240101 20250101 20260101 20270101 20280101 20290101 20300101 20310101 20320101 20330101 20340101 20350101 20360101
CN	*	Spring Festival	春节	public		20200124 20200125 20200126 20210211 20210212 20210213 20210214 20210215 20210216 20210217 20220131 20220201 20220202 20230121 20230122 20230123 20240209 20240210 20240211 20250128 20250129 20250130 20260216 20260217 20260218 20270205 20270206 20270207 20280125 20280126 20280127 20290212 20290213 20290214 20300202 20300203 20300204 20310122 20310123 20310124 20320210 20320211 20320212 20330130 20330131 20330201 20340218 20340219 20340220 20350207 20350208 20350209 20360127 20360128 20360129
CN	*	International Women's Day	国际妇女节	public	h	03-08
CN	*	Qingming Festival	清明节 清明節	public		20200404 20210403 20210404 20210405 20220405 20230405 20240404 20250404 20260405 20270405 20280404 20290404 20300405 20310405 20320404 20330404 20340405 20350405 20360404
CN	*	Labour Day	劳动节	public		20200501 20210501 20210502 20210503 20210504 20210505 20220501 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330501 20340501 20350501 20360501
CN	*	Youth Day	青年节	public	h	05-04
CN	*	Children's Day	六一儿童节	public		06-01
CN	*	Dragon Boat Festival	端午节	public		20200625 20210612 20210613 20210614 20220603 20230622 20240610 20250531 20260619 20270609 20280528 20290616 20300605 20310624 20320612 20330601 20340620 20350610 20360530
CN	*	Army Day	建军节	public	h	08-01
CN	*	National Day	国庆节	public		20201001 20201002 20201003 20211001 20211002 20211003 20211004 20211005 20211006 20211007 20221001 20221002 20221003 20231001 20231002 20231003 20241001 20241002 20241003 20251001 20251002 20251003 20261001 20261002 20261003 20271001 20271002 20271003 20281001 20281002 20281003 20291001 20291002 20291003 20301001 20301002 20301003 20311001 20311002 20311003 20321001 20321002 20321003 20331001 20331002 20331003 20341001 20341002 20341003 20351001 20351002 20351003 20361001 20361002 20361003
CN	*	Mid-Autumn Festival	中秋节	public		20201001 20210919 20210920 20210921 20220910 20230929 20240917 20251006 20260925 20270915 20281003 20290922 20300912 20311001 20320919 20331007 20340927 20350916 20361004
CO	*	New Year's Day	Año Nuevo	public		01-01
CO	*	Epiphany	Día de los Reyes Magos	public		20200106 20210111 20220110 20230109 20240108 20250106 20260112 20270111 20280110 20290108 20300107 20310106 20320112 20330110 20340109 20350108 20360107
CO	*	Saint Joseph	San José	public		20200323 20210322 20220321 20230320 20240325 20250324 20260323 20270322 20280320 20290319 20300325 20310324 20320322 20330321 20340320 20350319 20360324
CO	*	Palm Sunday	Domingo de Ramos	observance		20200405 20210328 20220410 20230402 20240324 20250413 20260329 20270321 20280409 20290325 20300414 20310406 20320321 20330410 20340402 20350318 20360406
CO	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CO	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CO	*	Easter Sunday	Pascua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CO	*	Labour Day	Día del Trabajador	public		05-01
CO	*	Ascension Day	La Asunción	public		20200525 20210517 20220530 20230522 20240513 20250602 20260518 20270510 20280529 20290514 20300603 20310526 20320510 20330530 20340522 20350507 20360526
CO	*	Corpus Christi		public		20200615 20210607 20220620 20230612 20240603 20250623 20260608 20270531 20280619 20290604 20300624 20310616 20320531 20330620 20340612 20350528 20360616
CO	*	Sacred Heart	Sagrado Corazón de Jesús	public		20200622 20210614 20220627 20230619 20240610 20250630 20260615 20270607 20280626 20290611 20300701 20310623 20320607 20330627 20340619 20350604 20360623
CO	*	Saints Peter and Paul	San Pedro y San Pablo	public		20200629 20210705 20220704 20230703 20240701 20250630 20260629 20270705 20280703 20290702 20300701 20310630 20320705 20330704 20340703 20350702 20360630
CO	*	Independence Day	Día de la Independencia	public		07-20
CO	*	Battle of Boyacá	Batalla de Boyacá	public		08-07
CO	*	Assumption	Asunción	public		20200817 20210816 20220815 20230821 20240819 20250818 20260817 20270816 20280821 20290820 20300819 20310818 20320816 20330815 20340821 20350820 20360818
CO	*	Columbus Day	Día de la Raza	public		20201012 20211018 20221017 20231016 20241014 20251013 20261012 20271018 20281016 20291015 20301014 20311013 20321018 20331017 20341016 20351015 20361013
CO	*	All Saints' Day	Todos los Santos	public		20201102 20211101 20221107 20231106 20241104 20251103 20261102 20271101 20281106 20291105 20301104 20311103 20321101 20331107 20341106 20351105 20361103
CO	*	Independence of Cartagena	Independencia de Cartagena	public		20201116 20211115 20221114 20231113 20241111 20251117 20261116 20271115 20281113 20291112 20301111 20311117 20321115 20331114 20341113 20351112 20361117
CO	*	Immaculate Conception	La inmaculada concepción	public		12-08
CO	*	Christmas Day	Navidad	public		12-25
CO	*	Virgin of Chiquinquirá	La virgen de Chiquinquirá	public		20260713 20270712 20280710 20290709 20300715 20310714 20320712 20330711 20340710 20350709 20360714
CR	*	New Year's Day	Año Nuevo	public		01-01
CR	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CR	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CR	*	Gesta Heroica de Juan Santamaría		public		04-11
CR	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CR	*	Labour Day	Día del Trabajador	public		05-01
CR	*	Guanacaste Day	Anexión del Partido de Nicoya	public		07-25
CR	*	Our Lady of Los Ángeles	Día de la Virgen de los Ángeles	public		08-02
CR	*	Mother's Day	Día de la Madre	public		08-15
CR	*	Independence Day	Día de la Independencia	public		09-15
CR	*	Columbus Day	Día de la Raza	public		20201009 20211012 20221012 20231012 20241012 20251012 20261009 20271012 20281012 20291012 20301012 20311012 20321012 20331012 20341012 20351012 20361012
CR	*	Christmas Day	Navidad	public		12-25
CU	*	Triumph of the Revolution	Triunfo de la Revolución	public		01-01
CU	*	Victory of Armed Forces Day	Día de Victoria de las Fuerzas Armadas	public		01-02
CU	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CU	*	Labour Day	Día del Trabajador	public		05-01
CU	*	Day before the Commemoration of the Assault of the Moncada garrison	Conmemoración del asalto a Moncada	public		07-25
CU	*	Commemoration of the Assault of the Moncada garrison	Día de la Rebeldía Nacional	public		07-26
CU	*	Day after the Commemoration of the Assault of the Moncada garrison	Conmemoración del asalto a Moncada	public		07-27
CU	*	Independence Day	Día de la Independencia	public		10-10
CU	*	Christmas Day	Navidad	public		12-25
CV	*	New Year's Day	Ano Novo	public		01-01
CV	*	Democracy Day	Dia da Democracia	public		01-13
CV	*	Heroes' Day	Dia dos Heróis Nacionais	public		01-20
CV	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
CV	*	Ash Wednesday	Quarta-feira de Cinzas	public		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
CV	*	Good Friday	Sexta-Feira Santa	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CV	*	Easter Sunday	Páscoa	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CV	*	Labour Day	Dia do trabalhador	public		05-01
CV	*	Children's Day	Dia das Crianças	public		06-01
CV	*	Independence Day	Dia da Independência	public		07-05
CV	*	Assumption	Dia da Padroeira Nacional	public		08-15
CV	*	National Day	Dia Nacional	public		09-12
CV	*	All Saints' Day	Todos os santos	public		11-01
CV	*	Christmas Day	Natal	public		12-25
CV	S-PR	Dia do Município da Praia		public		05-19
CW	*	New Year's Day	Nieuwjaar	public		01-01
CW	*	Carnival Monday	Carnavalsmaandag	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
CW	*	Good Friday	Goede Vrijdag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CW	*	Easter Sunday	Pasen	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CW	*	Easter Monday	Tweede paasdag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CW	*	Kings Day	Koningsdag	public		04-27
CW	*	Labour Day	Dag van de Arbeid	public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
CW	*	Mother's Day	Moederdag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CW	*	Ascension Day	Hemelvaartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
CW	*	Father's Day	Vaderdag	observance		20200607 20210606 20220605 20230604 20240602 20250601 20260607 20270606 20280604 20290603 20300602 20310601 20320606 20330605 20340604 20350603 20360601
CW	*	Flag Day	Dag van het volkslied en de Vlag	public		07-02
CW	*	Curaçao Day	Dag van het land Curaçao	public		10-10
CW	*	Christmas Day	Kerstmis	public		12-25
CW	*	Boxing Day	Tweede kerstdag	public		12-26
CW	*	New Year's Eve	Oudejaarsavond	public	h	12-31
CX	*	New Year's Day		public		01-01
CX	*	Chinese New Year		public		20200125 20200126 20210212 20210213 20220201 20220202 20230122 20230123 20240210 20240211 20250129 20250130 20260217 20260218 20270206 20270207 20280126 20280127 20290213 20290214 20300203 20300204 20310123 20310124 20320211 20320212 20330131 20330201 20340219 20340220 20350208 20350209 20360128 20360129
CX	*	Australia Day		public		01-26
CX	*	Labour Day		public		20200323 20210322 20220328 20230327 20240325 20250324 20260323 20270322 20280327 20290326 20300325 20310324 20320322 20330328 20340327 20350326 20360324
CX	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CX	*	Anzac Day		public		04-25
CX	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
CX	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
CX	*	Territory Day		public		10-06
CX	*	Christmas Day		public		12-25
CX	*	Boxing Day		public		12-26
CY	*	New Year's Day	Πρωτοχρονιά	public		01-01
CY	*	Epiphany	Θεοφάνεια	public		01-06
CY	*	Ash Sunday	Καθαρά Δευτέρα	observance		20200302 20210315 20220307 20230227 20240318 20250303 20260223 20270315 20280228 20290219 20300311 20310224 20320315 20330307 20340220 20350312 20360303
CY	*	Clean Monday	Καθαρά Δευτέρα	public		20200303 20210316 20220308 20230228 20240319 20250304 20260224 20270316 20280229 20290220 20300312 20310225 20320316 20330308 20340221 20350313 20360304
CY	*	Annunciation, Anniversary of 1821 Revolution	Ευαγγελισμός, Εθνική Εορτή	public		03-25
CY	*	Cyprus National Day	Κύπρος Εθνική Εορτή	public		04-01
CY	*	Good Friday	Μεγάλη Παρασκευή	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
CY	*	Easter Sunday	Πάσχα	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
CY	*	Easter Monday	Δευτέρα του Πάσχα	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
CY	*	Labour Day	Εργατική Πρωτομαγιά	public		05-01
CY	*	Mother's Day	Γιορτή της μητέρας	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CY	*	Pentecost	Πεντηκοστή	public		20200607 20210620 20220612 20230604 20240623 20250608 20260531 20270620 20280604 20290527 20300616 20310601 20320620 20330612 20340528 20350617 20360608
CY	*	Assumption	Κοίμηση της Θεοτόκου	public		08-15
CY	*	Cyprus Independence Day	Ημέρα της Ανεξαρτησίας Κύπρος	public		10-01
CY	*	National Holiday	Επέτειος του Όχι	public		10-28
CY	*	Christmas Day	Χριστούγεννα	public		12-25
CY	*	Boxing Day	Δεύτερη μέρα των Χριστουγέννων	public		12-26
CZ	*	New Year's Day	Nový rok a Den obnovy samostatného českého státu	public		01-01
CZ	*	Ugly Wednesday	Škaredá středa	observance		20200408 20210331 20220413 20230405 20240327 20250416 20260401 20270324 20280412 20290328 20300417 20310409 20320324 20330413 20340405 20350321 20360409
CZ	*	Maundy Thursday	Zelený čtvrtek	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
CZ	*	Good Friday	Velký pátek	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
CZ	*	Easter Saturday	Bílá sobota	observance		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
CZ	*	Easter Sunday	Velikonoční neděle	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
CZ	*	Easter Monday	Velikonoční pondělí	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
CZ	*	Labour Day	Svátek práce	public		05-01
CZ	*	Liberation Day	Den vítězství	public		05-08
CZ	*	Mother's Day	Den matek	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
CZ	*	Saints Cyril and Methodius Day	Den slovanských věrozvěstů Cyrila a Metoděje	public		07-05
CZ	*	Jan Hus Day	Den upálení mistra Jana Husa	public		07-06
CZ	*	St. Wenceslas Day (Czech Statehood Day)	Den české státnosti	public		09-28
CZ	*	Independent Czechoslovak State Day	Den vzniku samostatného československého státu	public		10-28
CZ	*	Struggle for Freedom and Democracy Day	Den boje za svobodu a demokracii	public		11-17
CZ	*	Christmas Eve	Štědrý den	public		12-24
CZ	*	Christmas Day	1. svátek vánoční	public		12-25
CZ	*	Boxing Day	2. svátek vánoční	public		12-26
DE	*	New Year's Day	Neujahr	public		01-01
DE	*	Valentine's Day	Valentinstag	observance		02-14
DE	*	Women's Carnival Day	Weiberfastnacht	observance		20200220 20210211 20220224 20230216 20240208 20250227 20260212 20270204 20280224 20290208 20300228 20310220 20320205 20330224 20340216 20350201 20360221
DE	*	Shrove Monday	Rosenmontag	observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
DE	*	Shrove Tuesday	Faschingsdienstag	observance	h	20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
DE	*	Ash Wednesday	Aschermittwoch	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
DE	. BB BE BY BY-A BY-KATH BY-EVANG HB HE HH MV NI NW RP SH SL SN SN-BZ ST TH TH-EIC TH-UH TH-WAK	Maundy Thursday	Gründonnerstag	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
DE	*	Good Friday	Karfreitag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
DE	. BE BW BY BY-A BY-KATH BY-EVANG HB HE HH MV NI NW RP SH SL SN SN-BZ ST TH TH-EIC TH-UH TH-WAK	Easter Sunday	Ostersonntag	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
DE	*	Easter Monday	Ostermontag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
DE	*	Labour Day	Maifeiertag	public		05-01
DE	*	Mother's Day	Muttertag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
DE	*	Ascension Day	Christi Himmelfahrt	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
DE	. BE BW BY BY-A BY-KATH BY-EVANG HB HE HH MV NI NW RP SH SL SN SN-BZ ST TH TH-EIC TH-UH TH-WAK	Pentecost	Pfingstsonntag	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
DE	*	Whit Monday	Pfingstmontag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
DE	*	National Holiday	Tag der Deutschen Einheit	public		10-03
DE	. BB BE HB HE HH MV NI SH SN SN-BZ ST TH TH-EIC TH-UH TH-WAK	All Saints' Day	Allerheiligen	observance		11-01
DE	*	All Souls' Day	Allerseelen	observance		11-02
DE	*	Saint Martin	Sankt Martin (Faschingsbeginn)	observance		11-11
DE	*	Memorial Day	Volkstrauertag	observance		20201115 20211114 20221113 20231119 20241117 20251116 20261115 20271114 20281119 20291118 20301117 20311116 20321114 20331113 20341119 20351118 20361116
DE	. BB BE BW HB HE HH MV NI NW RP SH SL ST TH TH-EIC TH-UH TH-WAK	Day of Prayer and Repentance	Buß- und Bettag	observance		20201118 20211117 20221116 20231122 20241120 20251119 20261118 20271117 20281122 20291121 20301120 20311119 20321117 20331116 20341122 20351121 20361119
DE	*	Totensonntag		observance		20201122 20211121 20221120 20231126 20241124 20251123 20261122 20271121 20281126 20291125 20301124 20311123 20321121 20331120 20341126 20351125 20361123
DE	*	1. Advent		observance		20201129 20211128 20221127 20231203 20241201 20251130 20261129 20271128 20281203 20291202 20301201 20311130 20321128 20331127 20341203 20351202 20361130
DE	*	2. Advent		observance		20201206 20211205 20221204 20231210 20241208 20251207 20261206 20271205 20281210 20291209 20301208 20311207 20321205 20331204 20341210 20351209 20361207
DE	*	3. Advent		observance		20201213 20211212 20221211 20231217 20241215 20251214 20261213 20271212 20281217 20291216 20301215 20311214 20321212 20331211 20341217 20351216 20361214
DE	*	4. Advent		observance		20201220 20211219 20221218 20231224 20241222 20251221 20261220 20271219 20281224 20291223 20301222 20311221 20321219 20331218 20341224 20351223 20361221
DE	*	Christmas Eve	Heiliger Abend	bank	h	20201224 20211224 20221224 20241224 20251224 20261224 20271224 20291224 20301224 20311224 20321224 20331224 20351224 20361224
DE	*	Christmas Day	1. Weihnachtstag	public		12-25
DE	*	Boxing Day	2. Weihnachtstag	public		12-26
DE	*	New Year's Eve	Silvester	bank	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
DE	*	Christmas Eve	Heiliger Abend	bank		20231224 20281224 20341224
DE	*	New Year's Eve	Silvester	bank		20231231 20281231 20341231
DE	BB	Easter Sunday	Ostersonntag	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
DE	BB	Pentecost	Pfingstsonntag	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
DE	BB HB HH MV NI SH SN SN-BZ ST TH TH-EIC TH-UH TH-WAK	Reformation Day	Reformationstag	public		10-31
DE	BE	International Women's Day	Internationaler Frauentag	public		20200308 20210308 20220308
DE	BE MV	International Women's Day	Internationaler Frauentag	public		20230308 20240308 20250308 20260308 20270308 20280308 20290308 20300308 20310308 20320308 20330308 20340308 20350308 20360308
DE	BE	Liberation Day (75th Anniversary)	Tag der Befreiung (75. Jahrestag)	public		20200508
DE	BE	Liberation Day (80th Anniversary)	Tag der Befreiung (80. Jahrestag)	public		20250508
DE	BE	75th anniversary of the GDR uprising	75-jähriges Jubiläum des Volksaufstands in der DDR	public		20280617
DE	BW BY BY-A BY-KATH BY-EVANG ST	Epiphany	Heilige Drei Könige	public		01-06
DE	BW	Maundy Thursday	Gründonnerstag	school		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
DE	BW BY BY-A BY-KATH BY-EVANG HE NW RP SL SN-BZ TH-EIC TH-UH TH-WAK	Corpus Christi	Fronleichnam	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
DE	BW	Reformation Day	Reformationstag	school		10-31
DE	BW BY BY-A BY-KATH BY-EVANG NW RP SL	All Saints' Day	Allerheiligen	public		11-01
DE	BY BY-A BY-KATH BY-EVANG	Candlemas	Lichtmess	observance		02-02
DE	BY	Assumption	Mariä Himmelfahrt	observance		08-15
DE	BY BY-A BY-KATH BY-EVANG	Day of Prayer and Repentance	Buß- und Bettag	school		20201118 20211117 20221116 20231122 20241120 20251119 20261118 20271117 20281122 20291121 20301120 20311119 20321117 20331116 20341122 20351121 20361119
DE	BY-A	Augsburg Peace Festival	Augsburger Friedensfest	public		08-08
DE	BY-A BY-KATH SL	Assumption	Mariä Himmelfahrt	public		08-15
DE	BY-EVANG	Assumption	Mariä Himmelfahrt	school		08-15
DE	SN TH	Corpus Christi	Fronleichnam	observance		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
DE	SN SN-BZ	Day of Prayer and Repentance	Buß- und Bettag	public		20201118 20211117 20221116 20231122 20241120 20251119 20261118 20271117 20281122 20291121 20301120 20311119 20321117 20331116 20341122 20351121 20361119
DE	TH TH-EIC TH-UH TH-WAK	International Children's Day	Weltkindertag	public		09-20
DJ	*	New Year's Day	Nouvel An	public		01-01
DJ	*	Laylat al-Mi'raj	الإسراء والمعراج	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
DJ	*	Labour Day	Fête du travail	public		05-01
DJ	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
DJ	*	Independence Day	Jour de l’Indépendance	public		06-27
DJ	*	Arafat Day	يوم عرفة	public		20200730 20210719 20220708 20230627 20240615 20250605 20260526 20270515 20280504 20290423 20300412 20310401 20320321 20330310 20340228 20350217 20360206
DJ	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
DJ	*	Islamic New Year	Nouvel an islamique	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
DJ	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
DJ	*	Christmas Day	Noël	public		12-25
DK	*	New Year's Day	Nytårsdag	public		01-01
DK	*	Fastelavn		observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
DK	*	Maundy Thursday	Skærtorsdag	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
DK	*	Good Friday	Langfredag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
DK	*	Easter Sunday	Påskedag	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
DK	*	Easter Monday	Anden påskedag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
DK	*	Labour Day	1. maj	observance		05-01
DK	*	Prayer Day	Store Bededag	public		20200508 20210430 20220513 20230505
DK	*	Mother's Day	Mors Dag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
DK	*	Ascension Day	Kristi Himmelfartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
DK	*	Pentecost	Pinsedag	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
DK	*	Whit Monday	Anden Pinsedag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
DK	*	Constitution Day	Grundlovsdag	observance		06-05
DK	*	Christmas Eve	Juleaftensdag	observance		12-24
DK	*	Christmas Day	Juledag	public		12-25
DK	*	Boxing Day	Anden Juledag	public		12-26
DM	*	New Year's Day		public		01-01
DM	*	Carnival Monday		public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
DM	*	Carnival Tuesday		public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
DM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
DM	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
DM	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
DM	*	Labour Day		public		05-01
DM	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
DM	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
DM	*	Emancipation Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
DM	*	Independence Day		public		20201103 20211103 20221103 20231103 20241104 20251103 20261103 20271103 20281103 20291103 20301104 20311103 20321103 20331103 20341103 20351103 20361103
DM	*	National Day of Community Service		public		20201104 20211104 20221104 20231104 20241105 20251104 20261104 20271104 20281104 20291105 20301105 20311104 20321104 20331104 20341104 20351105 20361104
DM	*	Christmas Day		public		12-25
DM	*	Boxing Day		public		12-26
DM	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
DM	*	Christmas Day (substitute day)		public	s	20221227 20331227
DM	*	New Year's Day (substitute day)		public	s	20230102 20340102
DO	*	New Year's Day	Año Nuevo	public		01-01
DO	*	Epiphany	Día de los Reyes Magos	public		20200106 20210104 20220110 20230109 20240106 20250106 20260105 20270104 20280110 20290106 20300106 20310106 20320105 20330110 20340109 20350106 20360106
DO	*	Our Lady of Altagracia	Nuestra Señora de la Altagracia	public		01-21
DO	*	Duarte's Birthday	Día de Duarte	public		20200126 20210125 20220124 20230130 20240129 20250126 20260126 20270125 20280124 20290129 20300126 20310126 20320126 20330124 20340130 20350129 20360126
DO	*	Independence Day	Día de la Independencia	public		02-27
DO	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
DO	*	Labour Day	Día del Trabajador	public		20200504 20210501 20220502 20230501 20240429 20250505 20260504 20270501 20280501 20290430 20300429 20310505 20320501 20330502 20340501 20350430 20360505
DO	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
DO	*	Restoration Day	Día de la Restauración	public		08-16
DO	*	Our Lady of las Mercedes	Nuestra Señora de las Mercedes	public		09-24
DO	*	Constitution Day	Día de la Constitución	public		20201109 20211108 20221106 20231106 20241111 20251110 20261109 20271108 20281106 20291112 20301111 20311110 20321108 20331106 20341106 20351112 20361110
DO	*	Christmas Day	Navidad	public		12-25
DZ	*	New Year's Day	عيد رأس السنة	public		01-01
DZ	*	Amazigh New Year	رأس السنة الأمازيغية	public		01-12
DZ	*	Labour Day	يوم العمال	public		05-01
DZ	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
DZ	*	Independence Day	عيد الاستقلال	public		07-05
DZ	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
DZ	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
DZ	*	Day of Ashura	عاشوراء	public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
DZ	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
DZ	*	Revolution Day	يوم الثورة	public		11-01
EC	*	New Year's Day	Año Nuevo	public		01-01
EC	*	Carnival	Carnaval	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
EC	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
EC	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
EC	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
EC	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
EC	*	Labour Day	Día del Trabajador	public		05-01
EC	*	The Battle of Pichincha	Batalla del Pichincha	public		05-24
EC	*	The Birthday of Simón Bolívar	El Natalicio de Simón Bolívar	observance		07-24
EC	*	Declaration of Independence of Quito	Día del Primer Grito de Independencia de Quito	public		08-10
EC	*	Independence of Guayaquil	Independencia de Guayaquil	public		09-10
EC	*	Flag Day	Dia de La Bandera	observance		10-31
EC	*	All Souls' Day	Día de los Difuntos	public		11-02
EC	*	Independence of Cuenca	Independencia de Cuenca	public		11-03
EC	*	Christmas Day	Navidad	public		12-25
EC	*	New Year's Eve	Fin del Año	observance		12-31
EC	P-QU	Foundation of Quito	Aniversario de la fundación de Quito	observance		12-06
EE	*	New Year's Day	uusaasta	public		01-01
EE	*	Epiphany	kolmekuningapäev	observance		01-06
EE	*	Anniversary of the Tartu Peace Treaty	Tartu rahulepingu aastapäev	observance		02-02
EE	*	Independence Day	iseseisvuspäev	public		02-24
EE	*	Native Language Day	emakeelepäev	observance		03-14
EE	*	Good Friday	suur reede	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
EE	*	Easter Sunday	lihavõtted	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
EE	*	Labour Day	kevadpüha	public		05-01
EE	*	Mother's Day	emadepäev	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
EE	*	Pentecost	nelipühade 1. püha	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
EE	*	National Flag Day	Eesti lipu päev	observance		06-04
EE	*	Day of Mourning and Commemoration	leinapäev	observance		06-14
EE	*	Victory Day	võidupüha	public		06-23
EE	*	Midsummer Day	jaanipäev	public		06-24
EE	*	Day of Restoration of Independence	taasiseseisvumispäev	public		08-20
EE	*	European Day of Remembrance for Victims of Stalinism and Nazism	kommunismi ja natsismi ohvrite mälestuspäev	observance		08-23
EE	*	Grandparents Day	vanavanemate päev	observance		20200913 20210912 20220911 20230910 20240908 20250914 20260913 20270912 20280910 20290909 20300908 20310914 20320912 20330911 20340910 20350909 20360914
EE	*	Resistance Fighting Day	vastupanuvõitluse päev	observance		09-22
EE	*	All Souls' Day	hingedepäev	observance		11-02
EE	*	Father's Day	isadepäev	observance		20201108 20211114 20221113 20231112 20241110 20251109 20261108 20271114 20281112 20291111 20301110 20311109 20321114 20331113 20341112 20351111 20361109
EE	*	Day of Declaration of Sovereignty	taassünni päev	observance		11-16
EE	*	Christmas Eve	jõululaupäev	public		12-24
EE	*	Christmas Day	esimene jõulupüha	public		12-25
EE	*	Boxing Day	teine jõulupüha	public		12-26
EG	*	Christmas Day	عيد الميلاد المجيد	public		01-07
EG	*	National Police Day	عيد الشرطة	public		01-25
EG	*	Revolution Day 2011	عيد ثورة 25 يناير	public		01-25
EG	*	Sham El Nessim	شم النسيم	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
EG	*	Sinai Liberation Day	عيد تحرير سيناء	public		04-25
EG	*	Labour Day	يوم العمال	public		05-01
EG	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
EG	*	30 June Day	عيد ثورة 30 يونيو	public		06-30
EG	*	Revolution Day	يوم الثورة	public		07-23
EG	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20200801 20200802 20200803 20210720 20210721 20210722 20210723 20220709 20220710 20220711 20220712 20230628 20230629 20230630 20230701 20240616 20240617 20240618 20240619 20250606 20250607 20250608 20250609 20260527 20260528 20260529 20260530 20270516 20270517 20270518 20270519 20280505 20280506 20280507 20280508 20290424 20290425 20290426 20300413 20300414 20300415 20300416 20310402 20310403 20310404 20310405 20320322 20320323 20320324 20320325 20330311 20330312 20330313 20330314 20340301 20340302 20340303 20340304 20350218 20350219 20350220 20350221 20360207 20360208 20360209 20360210
EG	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
EG	*	Armed Forces Day	عيد القوات المسلحة	public		10-06
EG	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
EH	*	Independence Day		public		02-27
EH	*	First Martyr		public		03-08
EH	*	May 20 Revolution		public		05-10
EH	*	End of Ramadan (Eid al-Fitr)		public		20200524 20200525 20210513 20210514 20220502 20220503 20230421 20230422 20240410 20240411 20250330 20250331 20260320 20260321 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
EH	*	Day of the Martyrs		public		06-09
EH	*	Day of National Unity		public		06-17
EH	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20200801 20210720 20210721 20220709 20220710 20230628 20230629 20240616 20240617 20250606 20250607 20260527 20260528 20270516 20270517 20280505 20280506 20290424 20290425 20300413 20300414 20310402 20310403 20320322 20320323 20330311 20330312 20340301 20340302 20350218 20350219 20360207 20360208
EH	*	Islamic New Year		public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
EH	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
ER	*	New Year's Day	ሓዲሽ ዓመት	public		01-01
ER	*	Orthodox Christmas		public		01-07
ER	*	Epiphany	ጥምቀት	public		01-19
ER	*	Fenkil Day	ፈንቅል	public		02-10
ER	*	International Women's Day	መዓልቲ ኣነስቲ	public		03-08
ER	*	Orthodox Good Friday	ዓርቢ ስቅለት	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
ER	*	Orthodox Easter	ፋሲካ	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
ER	*	Labour Day	የላብ አደሮች ቀን	public		05-01
ER	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
ER	*	Independence Day	መዓልቲ ናጽነት	public		05-24
ER	*	Martyrs' Day	መዓልቲ ስውኣት	public		06-20
ER	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
ER	*	Revolution Day	ባሕቲ መስከረም	public		09-01
ER	*	Geez New Year	ግዕዝ አዲስ ዓመት	public		20200912 20210911 20220911 20230911 20240912 20250911 20260911 20270911 20280912 20290911 20300911 20310911 20320912 20330911 20340911 20350911 20360912
ER	*	Meskel		public		20200928 20210927 20220927 20230927 20240928 20250927 20260927 20270927 20280928 20290927 20300927 20310927 20320928 20330927 20340927 20350927 20360928
ER	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
ER	*	Christmas Day	ልደት	public		12-25
ES	*	New Year's Day	Año Nuevo	public		01-01
ES	*	Epiphany	Día de los Reyes Magos	public		01-06
ES	. AN AR AS CB CE CL CM CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE CT CT-B EX IB MD ML RI	Saint Joseph	San José	observance		03-19
ES	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
ES	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
ES	*	Labour Day	Día del Trabajador	public		05-01
ES	*	Mother's Day	Día de la Madre	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
ES	*	Pentecost	Pentecostés	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
ES	*	Assumption	Asunción	public		08-15
ES	*	Fiesta Nacional de España		public		10-12
ES	*	All Saints' Day	Todos los Santos	public		11-01
ES	*	Día de la Constitución Española		public		12-06
ES	*	Immaculate Conception	La inmaculada concepción	public		12-08
ES	*	Christmas Day	Navidad	public		12-25
ES	*	Christmas Day (substitute day)	Navidad (día sustituto)	public	s	20221226 20331226
ES	*	New Year's Day (substitute day)	Año Nuevo (día sustituto)	observance	s	20230102 20340102
ES	*	Immaculate Conception (substitute day)	La inmaculada concepción (día sustituto)	observance	s	20241209 20301209
ES	*	Fiesta Nacional de España (substitute day)	Fiesta Nacional de España (día sustituto)	observance	s	20251013 20311013 20361013
ES	*	Epiphany (substitute day)	Día de los Reyes Magos (día sustituto)	observance	s	20300107 20360107
ES	AN	Día de Andalucía		public		02-28
ES	AN AR AS CB CE CL CM CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE EX GA IB MC MD ML NC PV RI	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
ES	AN AR AS CL CM CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE EX MD NC	All Saints' Day (substitute day)	Todos los Santos (día sustituto)	public	s	20201102 20261102
ES	AN AR AS CB CL EX MC MD ML RI	Día de la Constitución Española (substitute day)	Día de la Constitución Española (día sustituto)	public	s	20201207 20261207
ES	AN	Día de Andalucía (substitute day)	Día de Andalucía (día sustituto)	public	s	20210301 20270301
ES	AN AR AS CL CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE	Assumption (substitute day)	Asunción (día sustituto)	public	s	20210816 20270816 20320816
ES	AN AR AS CL CT CT-B EX MC	Labour Day (substitute day)	Día del Trabajador (día sustituto)	public	s	20220502 20330502
ES	CT CT-B	Labour Day (substitute day)	Día del Trabajador (día sustituto)	public	s	20210503 20270503 20320503
ES	AR	Día de Aragón		public		04-23
ES	AR	Día de Aragón (substitute day)	Día de Aragón (día sustituto)	public	s	20230424 20280424 20340424
ES	AS	Día de Asturias		public		09-08
ES	AS	Día de Asturias		public	s	20240909 20300909
ES	CB	Día de las Instituciones de Cantabria		public		06-28
ES	CB	La Bien Aparecida		public		20200915 20210915 20220915 20230915 20240915 20240916 20250915 20260915 20270915 20280915 20290915 20300915 20300916 20310915 20320915 20330915 20340915 20350915 20360915
ES	CE	Arafat Day	Fiesta del Sacrificio-Eidul Adha	public		20200730 20210719 20220708 20230627 20240615 20250605 20260526 20270515 20280504 20290423 20300412 20310401 20320321 20330310 20340228 20350217 20360206
ES	CE	Nuestra Señora de África		public		08-05
ES	CE	Día de Ceuta		public		09-02
ES	CE	Nuestra Señora de África		public	s	20290806 20350806
ES	CE	Día de Ceuta		public	s	20290903 20350903
ES	CL	Fiesta de Castilla y León		public		04-23
ES	CL	Fiesta de Castilla y León		public	s	20230424 20280424 20340424
ES	CM	Día de Castilla-La Mancha		public		05-31
ES	CM	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
ES	CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE	Canary Islands Day	Día de Canarias	public		05-30
ES	CN CN-EH CN-FU CN-GC CN-LG CN-LP CN-LA CN-TE	Canary Islands Day (substitute day)	Día de Canarias (día sustituto)	public	s	20210531 20270531 20320531
ES	CN-EH	Nuestra Señora de los Reyes		public		09-24
ES	CN-FU	Nuestra Señora de la Peña		public		09-18
ES	CN-GC	Nuestra Señora del Pino		public		09-08
ES	CN-LG	Nuestra Señora de Guadalupe		public		10-05
ES	CN-LP	Nuestra Señora de las Nieves		public		08-05
ES	CN-LA	Nuestra Señora de los Dolores		public		09-15
ES	CN-TE	La Bajada de la Virgen del Socorro		public		09-07
ES	CT CT-B	Maundy Thursday	Jueves Santo	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
ES	CT CT-B IB NC PV RI VC	Easter Monday	Lunes de Pascua	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
ES	CT CT-B VC	San Juan		public		06-24
ES	CT CT-B	Dia de Cataluña		public		09-11
ES	CT CT-B	San Esteban		public		12-26
ES	CT-B	Nuestra Señora de la Merced		public		09-24
ES	EX	Día de Extremadura		public		09-08
ES	EX	Día de Extremadura		public	s	20240909 20300909
ES	GA MC NC PV VC	Saint Joseph	San José	public		03-19
ES	GA	Día de las Letras Gallegas		public		05-17
ES	GA	Día Nacional de Galicia		public		07-25
ES	IB	Día de les Illes Balears		public		03-01
ES	IB	Día de les Illes Balears (substitute day)	Día de les Illes Balears (día sustituto)	public	s	20200302 20260302
ES	IB	Sant Esteve		observance		12-26
ES	MD	Día de la Comunidad de Madrid		public		20200502 20210503 20220502 20230502 20240502 20250502 20260502 20270503 20280502 20290502 20300502 20310502 20320503 20330502 20340502 20350502 20360502
ES	MD	San Isidro Labrador		observance		05-16
ES	MD	Nuestra Señora de la Almudena		observance		20201109 20211109 20221109 20231109 20241109 20251110 20261109 20271109 20281109 20291109 20301109 20311110 20321109 20331109 20341109 20351109 20361110
ES	MD	Día de la Comunidad de Madrid (substitute day)	Día de la Comunidad de Madrid (día sustituto)	public	s	20210503 20270503 20320503
ES	ML	End of Ramadan (Eid al-Fitr)	Fiesta del Eid Fitr	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
ES	ML	Feast of the Sacrifice (Eid al-Adha)	Fiesta del Sacrificio-Aid Al Adha	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
ES	PV	Santiago Apóstol		public		07-25
ES	PV	V Centenario Vuelta al Mundo		public		20220906
ES	RI	Día de La Rioja		public		06-09
ET	*	Christmas Day	ልደተ-ለእግዚእነ/ ገና	public		20200107 20210106 20220106 20230106 20240107 20250106 20260106 20270106 20280107 20290106 20300106 20310106 20320107 20330106 20340106 20350106 20360107
ET	*	Epiphany	ብርሐነ ጥምቀት	public		01-19
ET	*	Victory at Adwa Day	የዓድዋ ድል በዓል	public		03-02
ET	*	Day of Lament	የቀይ ሽብር መታሰቢያ ቀን	public		03-28
ET	*	Good Friday	ስቅለት	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
ET	*	Easter Sunday	ፋሲካ	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
ET	*	First day of Ramadan	ረመዳን	public		20200424 20210413 20220402 20230323 20240311 20250301 20260218 20270208 20280128 20290116 20300105 20301226 20311215 20321204 20331123 20341112 20351101 20361020
ET	*	End of Ramadan (Eid al-Fitr)	ዒድ አል ፈጥር	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
ET	*	Derg Downfall Day	ደርግ የወደቀበት ቀን	public		05-28
ET	*	Feast of the Sacrifice (Eid al-Adha)	ዒድ አል አድሐ	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
ET	*	New Year's Day	እንቁጣጣሽ	public		20200912 20210911 20220911 20230911 20240912 20250911 20260911 20270911 20280912 20290911 20300911 20310911 20320912 20330911 20340911 20350911 20360912
ET	*	Finding of the True Cross	ብርሐነ-መስቀል	public		20200928 20210927 20220927 20230927 20240928 20250927 20260927 20270927 20280928 20290927 20300927 20310927 20320928 20330927 20340927 20350927 20360928
ET	*	Birthday of Muhammad (Mawlid)	መውሊድ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
FI	*	New Year's Day	uudenvuodenpäivä	public		01-01
FI	*	Epiphany	loppiainen	public		01-06
FI	*	Good Friday	pitkäperjantai	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
FI	*	Easter Sunday	pääsiäispäivä	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
FI	*	Easter Monday	toinen pääsiäispäivä	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
FI	*	Labour Day	vappu	public		05-01
FI	*	Mother's Day	Äitienpäivä	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
FI	*	Ascension Day	helatorstai	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
FI	*	Pentecost	helluntaipäivä	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
FI	*	Midsummer Eve	juhannusaatto	bank		20200619 20210625 20220624 20230623 20240621 20250620 20260619 20270625 20280623 20290622 20300621 20310620 20320625 20330624 20340623 20350622 20360620
FI	*	Midsummer Day	juhannuspäivä	public		20200620 20210626 20220625 20230624 20240622 20250621 20260620 20270626 20280624 20290623 20300622 20310621 20320626 20330625 20340624 20350623 20360621
FI	*	All Saints' Day	pyhäinpäivä	public		20201031 20211106 20221105 20231104 20241102 20251101 20261031 20271106 20281104 20291103 20301102 20311101 20321106 20331105 20341104 20351103 20361101
FI	*	Father's Day	Isänpäivä	observance		20201108 20211114 20221113 20231112 20241110 20251109 20261108 20271114 20281112 20291111 20301110 20311109 20321114 20331113 20341112 20351111 20361109
FI	*	Independence Day	itsenäisyyspäivä	public		12-06
FI	*	Christmas Eve	jouluaatto	bank		12-24
FI	*	Christmas Day	joulupäivä	public		12-25
FI	*	Boxing Day	tapaninpäivä	public		12-26
FI	*	New Year's Eve	Uudenvuodenaatto	bank		12-31
FJ	*	New Year's Day		public		01-01
FJ	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
FJ	*	Easter Saturday		public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
FJ	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
FJ	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
FJ	*	Constitution Day		public		09-07
FJ	*	Fiji Day		public		10-10
FJ	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
FJ	*	Diwali		public		20201114 20201116 20211104 20221024 20231112 20231113 20241101 20251021
FJ	*	Christmas Day		public		20201225 20211225 20221226 20231225 20241225 20251225 20261225 20271225 20281225 20291225 20301225 20311225 20321225 20331226 20341225 20351225 20361225
FJ	*	Boxing Day		public		20201226 20211227 20221227 20231226 20241226 20251226 20261226 20271227 20281226 20291226 20301226 20311226 20321227 20331227 20341226 20351226 20361226
FJ	*	Fiji Day (substitute day)		public	s	20211011 20271011 20321011
FO	*	New Year's Day	Nýggjársdagur	public		01-01
FO	*	Maundy Thursday	Skírhósdagur	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
FO	*	Good Friday	Langafríggjadagur	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
FO	*	Easter Sunday	Páskadagur	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
FO	*	Easter Monday	Annar páskadagur	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
FO	*	Flag Day	Flaggdagur	public		04-24
FO	*	Great Prayer Day	Dýri biðidagur	public		20200508 20210430 20220513 20230505 20240426 20250516 20260501 20270423 20280512 20290427 20300517 20310509 20320423 20330513 20340505 20350420 20360509
FO	*	Ascension Day	Kristi Himmalsferðardagur	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
FO	*	Pentecost	Hvítusunnudagur	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
FO	*	Whit Monday	Annar hvítusunnudagur	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
FO	*	Constitution Day	Grundlógardagur	public	h	20200605 20210605 20230605 20240605 20250605 20260605 20270605 20280605 20290605 20300605 20310605 20320605 20340605 20350605 20360605
FO	*	St.Olav's Eve	Sankt Olavsaften	observance	h	20200728 20210728 20220728 20230728 20250728 20260728 20270728 20280728 20290728 20310728 20320728 20330728 20340728 20350728 20360728
FO	*	St.Olav's Day	Ólavsøka	observance		07-29
FO	*	Christmas Eve	Jólaaftan	public		12-24
FO	*	Christmas Day	Fyrsti jóladagur	public		12-25
FO	*	Boxing Day	Fyrsti gerandisdagur eftir jóladag	public		12-26
FO	*	New Year's Eve	Nýggjársaftan	public	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
FO	*	Constitution Day	Grundlógardagur	public		20220605 20330605
FO	*	New Year's Eve	Nýggjársaftan	public		20231231 20281231 20341231
FO	*	St.Olav's Eve	Sankt Olavsaften	observance		20240728 20300728
FR	*	New Year's Day	Nouvel An	public		01-01
FR	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
FR	*	Labour Day	Fête du travail	public		05-01
FR	*	Victory Day	Fête de la Victoire 1945	public		05-08
FR	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
FR	. 57 67 68 YT MQ GF RE MF BL	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
FR	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
FR	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
FR	*	Bastille Day	Fête Nationale de la France	public		07-14
FR	*	Assumption	Assomption	public		08-15
FR	*	All Saints' Day	Toussaint	public		11-01
FR	*	Armistice Day	Armistice 1918	public		11-11
FR	*	Christmas Day	Noël	public		12-25
FR	57 67 68 MQ GP	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
FR	57 67 68	Boxing Day	Lendemain de Noël	public		12-26
FR	YT	Abolition of Slavery	Abolition de l’esclavage	public		04-27
FR	MQ	Abolition of Slavery	Abolition de l’esclavage	public		05-22
FR	GP MF	Abolition of Slavery	Abolition de l’esclavage	public		05-27
FR	GF	Abolition of Slavery	Abolition de l’esclavage	public		06-10
FR	RE	Abolition of Slavery	Abolition de l’esclavage	public		12-20
FR	BL	Abolition of Slavery	Abolition de l’esclavage	public		10-09
FR	MQ GP	Victor Schoelcher Day	Jour de Victor Schoelcher	optional		07-21
FR	BL	Shrove Monday	Lundi de Carnaval	observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
FR	BL	Ash Wednesday	Mercredi des Cendres	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
FR	BL	Laetare Sunday	Mi-Carême	observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
FR	BL	Good Friday	Vendredi saint	bank		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
FR	BL	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
FR	BL	Saint Barth	Fête de Saint Barthélemy	observance		08-24
GA	*	New Year's Day	Nouvel An	public		01-01
GA	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GA	*	Women's Day	Journée des droits de la femme	public		04-17
GA	*	Labour Day	Fête du travail	public		05-01
GA	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
GA	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
GA	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GA	*	Assumption	Assomption	public		08-15
GA	*	Independence Day	Jour de l’Indépendance	public		20200816 20200817 20210816 20210817 20220816 20220817 20230816 20230817 20240816 20240817 20250816 20250817 20260816 20260817 20270816 20270817 20280816 20280817 20290816 20290817 20300816 20300817 20310816 20310817 20320816 20320817 20330816 20330817 20340816 20340817 20350816 20350817 20360816 20360817
GA	*	All Saints' Day	Toussaint	public		11-01
GA	*	Christmas Day	Noël	public		12-25
GB	*	New Year's Day		public		01-01
GB	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
GB	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GB	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GB	. ALD ENG NIR WLS	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GB	*	Early May bank holiday (VE day)		public		20200508
GB	*	Spring bank holiday		public		20200525 20210531 20220602 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
GB	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
GB	*	Christmas Day		public		12-25
GB	*	Boxing Day		public		12-26
GB	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
GB	*	Early May bank holiday		public		20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
GB	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
GB	. ALD ENG NIR WLS	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
GB	SCT	New Year's Day (substitute day)		public	s	20220104 20230103 20280104 20330104 20340103
GB	*	Queen’s Platinum Jubilee		public		20220603
GB	*	Queen Elizabeth's Funeral Day		public		20220919
GB	*	King Charles III's Coronation		public		20230508
GB	ALD	Homecoming Day		public		12-15
GB	ENG NIR WLS	Summer bank holiday		public		20200831 20210830 20220829 20230828 20240826 20250825 20260831 20270830 20280828 20290827 20300826 20310825 20320830 20330829 20340828 20350827 20360825
GB	SCT	Summer bank holiday		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
GB	NIR	St Patrick’s Day		public		03-17
GB	NIR	Battle of the Boyne (Orangemen’s Day)		public		07-12
GB	NIR	Battle of the Boyne (Orangemen’s Day) (substitute day)		public	s	20200713 20250714 20260713 20310714 20360714
GB	NIR	St Patrick’s Day (substitute day)		public	s	20240318 20290319 20300318 20350319
GB	SCT	January 2nd		public		01-02
GB	SCT	St Andrew’s Day		public		11-30
GB	SCT	January 2nd (substitute day)		public	s	20210104 20220103 20270104 20280103 20330103
GB	SCT	St Andrew’s Day (substitute day)		public	s	20241202 20251201 20301202 20311201 20361201
GD	*	New Year's Day		public		01-01
GD	*	Independence Day		public		02-07
GD	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GD	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GD	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GD	*	Carriacou Maroon and String Band Music Festival		observance		20200424 20200425 20200426 20210424 20210425 20210426 20220424 20220425 20220426 20230424 20230425 20230426 20240424 20240425 20240426 20250424 20250425 20250426 20260424 20260425 20260426 20270424 20270425 20270426 20280424 20280425 20280426 20290424 20290425 20290426 20300424 20300425 20300426 20310424 20310425 20310426 20320424 20320425 20320426 20330424 20330425 20330426 20340424 20340425 20340426 20350424 20350425 20350426 20360424 20360425 20360426
GD	*	Labour Day		public		05-01
GD	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
GD	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
GD	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
GD	*	Emancipation Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
GD	*	Carnival Monday		public		20200810 20210809 20220808 20230814 20240812 20250811 20260810 20270809 20280814 20290813 20300812 20310811 20320809 20330808 20340814 20350813 20360811
GD	*	Carnival Tuesday		public		20200811 20210810 20220809 20230815 20240813 20250812 20260811 20270810 20280815 20290814 20300813 20310812 20320810 20330809 20340815 20350814 20360812
GD	*	Kirani Day		observance		09-01
GD	*	Aunty Tek Spice Word Festival		observance		20201015 20201016 20201017 20201018 20201019 20211015 20211016 20211017 20211018 20211019 20221015 20221016 20221017 20221018 20221019 20231015 20231016 20231017 20231018 20231019 20241015 20241016 20241017 20241018 20241019 20251015 20251016 20251017 20251018 20251019 20261015 20261016 20261017 20261018 20261019 20271015 20271016 20271017 20271018 20271019 20281015 20281016 20281017 20281018 20281019 20291015 20291016 20291017 20291018 20291019 20301015 20301016 20301017 20301018 20301019 20311015 20311016 20311017 20311018 20311019 20321015 20321016 20321017 20321018 20321019 20331015 20331016 20331017 20331018 20331019 20341015 20341016 20341017 20341018 20341019 20351015 20351016 20351017 20351018 20351019 20361015 20361016 20361017 20361018 20361019
GD	*	Thanksgiving Day		public		10-25
GD	*	Camerhogne Folk Festival		observance		20201204 20201205 20201206 20211204 20211205 20211206 20221204 20221205 20221206 20231204 20231205 20231206 20241204 20241205 20241206 20251204 20251205 20251206 20261204 20261205 20261206 20271204 20271205 20271206 20281204 20281205 20281206 20291204 20291205 20291206 20301204 20301205 20301206 20311204 20311205 20311206 20321204 20321205 20321206 20331204 20331205 20331206 20341204 20341205 20341206 20351204 20351205 20351206 20361204 20361205 20361206
GD	*	Christmas Day		public		12-25
GD	*	Boxing Day		public		12-26
GE	*	New Year's Day	ახალი წელი	public		01-01
GE	*	Bedoba	ბედობა	public		01-02
GE	*	Orthodox Christmas	შობა	public		01-07
GE	*	Orthodox Epiphany	ნათლისღება	public		01-19
GE	*	Mother's Day	დედის დღე	public		03-03
GE	*	International Women's Day	ქალთა საერთაშორისო დღე	public		03-08
GE	*	National Unity Day	ეროვნული ერთიანობის დღე	public		04-09
GE	*	Good Friday	წითელი პარასკევი	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
GE	*	Easter Saturday	დიდი შაბათი	public		20200418 20210501 20220423 20230415 20240504 20250419 20260411 20270501 20280415 20290407 20300427 20310412 20320501 20330423 20340408 20350428 20360419
GE	*	Easter Sunday	აღდგომა	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
GE	*	Easter Monday	აღდგომის ორშაბათი	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
GE	*	Victory Day	ფაშიზმზე გამარჯვების დღე	public		05-09
GE	*	Saint Andrew the First-Called Day	წმინდა ანდრია პირველწოდებულის ხსენების დღე	public		05-12
GE	*	Independence Day	დამოუკიდებლობის დღე	public		05-26
GE	*	Saint Mary's Day	მარიამობა	public		08-28
GE	*	Svetitskhovloba	სვეტიცხოვლობა	public		10-14
GE	*	Saint George's Day	გიორგობა	public		11-23
GF	*	New Year's Day	Nouvel An	public		01-01
GF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GF	*	Labour Day	Fête du travail	public		05-01
GF	*	Victory Day	Fête de la Victoire 1945	public		05-08
GF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
GF	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
GF	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
GF	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
GF	*	Abolition of Slavery	Abolition de l’esclavage	public		06-10
GF	*	Bastille Day	Fête Nationale de la France	public		07-14
GF	*	Assumption	Assomption	public		08-15
GF	*	All Saints' Day	Toussaint	public		11-01
GF	*	Armistice Day	Armistice 1918	public		11-11
GF	*	Christmas Day	Noël	public		12-25
GG	*	New Year's Day		public		01-01
GG	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
GG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GG	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GG	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GG	*	Early May bank holiday (VE day)		public		20200508
GG	*	Liberation Day		public		05-09
GG	*	Spring bank holiday		public		20200525 20210531 20220602 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
GG	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
GG	*	Christmas Day		public		12-25
GG	*	Boxing Day		public		12-26
GG	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
GG	*	Early May bank holiday		public		20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
GG	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
GG	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
GG	*	Queen’s Platinum Jubilee		public		20220603
GG	*	Queen Elizabeth's Funeral Day		public		20220919
GG	*	King Charles III's Coronation		public		20230508
GH	*	New Year's Day		public		01-01
GH	*	Constitution Day		public		01-07
GH	*	Independence Day		public		03-06
GH	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GH	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GH	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GH	*	Labour Day		public		05-01
GH	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
GH	*	End of Ramadan (Eid al-Fitr) (substitute day)		public	s	20200525 20250331 20280228 20330103 20351203
GH	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GH	*	Founders Day		public		08-04
GH	*	Kwame Nkrumah Memorial Day		public		09-21
GH	*	Farmers Day		public		20201204 20211203 20221202 20231201 20241206 20251205 20261204 20271203 20281201 20291207 20301206 20311205 20321203 20331202 20341201 20351207 20361205
GH	*	Christmas Day		public		12-25
GH	*	Boxing Day		public		12-26
GH	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
GH	*	Independence Day (substitute day)		public	s	20210308 20220307 20270308 20320308 20330307
GH	*	Labour Day (substitute day)		public	s	20210503 20220502 20270503 20320503 20330502
GH	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
GH	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
GH	*	Feast of the Sacrifice (Eid al-Adha) (substitute day)		public	s	20220711 20240617 20270517 20300415 20350219
GH	*	Founders Day (substitute day)		public	s	20240805 20290806 20300805 20350806
GH	*	Kwame Nkrumah Memorial Day (substitute day)		public	s	20240923 20250922 20300923 20310922 20360922
GI	*	New Year's Day		public		01-01
GI	*	Commonwealth Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
GI	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
GI	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GI	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GI	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GI	*	Workers Memorial Day		public		04-28
GI	*	May Day		public		20200501 20210503 20220502 20230501 20240501 20250501 20260501 20270503 20280501 20290501 20300501 20310501 20320503 20330502 20340501 20350501 20360501
GI	*	Victory in Europe Day (VE Day)		public		20200508
GI	*	Spring bank holiday		public		20200525 20210531 20220602 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
GI	*	Queen's Birthday		public		20200615 20210614 20220613 20230619 20240617 20250616 20260615 20270614 20280619 20290618 20300617 20310616 20320614 20330613 20340619 20350618 20360616
GI	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
GI	*	Late Summer Bank Holiday		public		20200831 20210830 20220829 20230828 20240826 20250825 20260831 20270830 20280828 20290827 20300826 20310825 20320830 20330829 20340828 20350827 20360825
GI	*	Gibraltar National Day		public		09-10
GI	*	Christmas Day		public		12-25
GI	*	Boxing Day		public		12-26
GI	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
GI	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
GI	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
GI	*	Queen’s Platinum Jubilee		public		20220603
GI	*	Gibraltar National Day (substitute day)		public	s	20220905 20230904 20280904 20330905 20340904
GI	*	Queen Elizabeth's Funeral Day		public		20220919
GI	*	King Charles III's Coronation		public		20230508
GL	*	New Year's Day	ukiortaaq	public		01-01
GL	*	Epiphany	Åbenbaring	public		01-06
GL	*	Maundy Thursday	sisamanngortoq illernartoq	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
GL	*	Good Friday	tallimanngornersuaq	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GL	*	Easter Sunday	poorskip-ullua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GL	*	Easter Monday	poorskip-aappaa	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GL	*	Prayer Day	tussiarfissuaq	public		20200508 20210430 20220513 20230505 20240426 20250516 20260501 20270423 20280512 20290427 20300517 20310509 20320423 20330513 20340505 20350420 20360509
GL	*	Ascension Day	qilaliarfik	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
GL	*	Pentecost	piinsip ullua	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
GL	*	Whit Monday	piinsip aappaa	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
GL	*	National Day	ullortuneq	public		06-21
GL	*	Christmas Eve	juulliaraq	public		12-24
GL	*	Christmas Day	juullerujussuaq	public		12-25
GL	*	Boxing Day	juullip aappaa	public		12-26
GM	*	New Year's Day		public		01-01
GM	*	Independence Day		public		02-18
GM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GM	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GM	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GM	*	Labour Day		public		05-01
GM	*	Lailat al-Qadr		public		20200516 20210505 20220424 20230414 20240402 20250323 20260312 20270302 20280219 20290207 20300127 20310117 20320106 20321226 20331215 20341204 20351123 20361111
GM	*	Korité		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
GM	*	Africa Day		public		05-25
GM	*	Revolution Day		public		07-22
GM	*	Tabaski		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GM	*	Assumption		public		08-15
GM	*	Day of Ashura		public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
GM	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
GM	*	Christmas Day		public		12-25
GN	*	New Year's Day	Nouvel An	public		01-01
GN	*	National Holiday	Fête Nationale de la deuxième République	public		04-03
GN	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GN	*	Labour Day	Fête du travail	public		05-01
GN	*	Laylat al-Qadr		public		20200520 20210509 20220428 20230418 20240406 20250327 20260316 20270306 20280223 20290211 20300131 20310121 20320110 20321230 20331219 20341208 20351127 20361115
GN	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
GN	*	Africa Day	Anniversaire de l'Organisation de l'unité africaine (OUA)	public		05-25
GN	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GN	*	Assumption	Assomption	public		08-15
GN	*	Independence Day	Jour de l’Indépendance	public		10-02
GN	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
GN	*	Christmas Day	Noël	public		12-25
GP	*	New Year's Day	Nouvel An	public		01-01
GP	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GP	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GP	*	Labour Day	Fête du travail	public		05-01
GP	*	Victory Day	Fête de la Victoire 1945	public		05-08
GP	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
GP	*	Abolition of Slavery	Abolition de l’esclavage	public		05-27
GP	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
GP	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
GP	*	Bastille Day	Fête Nationale de la France	public		07-14
GP	*	Victor Schoelcher Day	Jour de Victor Schoelcher	optional		07-21
GP	*	Assumption	Assomption	public		08-15
GP	*	All Saints' Day	Toussaint	public		11-01
GP	*	Armistice Day	Armistice 1918	public		11-11
GP	*	Christmas Day	Noël	public		12-25
GQ	*	New Year's Day	Año Nuevo	public		01-01
GQ	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GQ	*	Labour Day	Día del Trabajador	public		05-01
GQ	*	President's Day	Natalicio de Teodoro Obiang	public		06-05
GQ	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
GQ	*	Armed Forces Day	Día del Golpe de Libertad	public		08-03
GQ	*	Constitution Day	Día de la Constitución	public		08-15
GQ	*	Independence Day	Día de la Independencia	public		10-12
GQ	*	Immaculate Conception	La inmaculada concepción	public		12-08
GQ	*	Christmas Day	Navidad	public		12-25
GQ	*	Constitution Day (substitute day)	Día de la Constitución (día sustituto)	public	s	20210816 20270816 20320816
GQ	*	Labour Day (substitute day)	Día del Trabajador (día sustituto)	public	s	20220502 20330502
GQ	*	President's Day (substitute day)	Natalicio de Teodoro Obiang (día sustituto)	public	s	20220606 20330606
GQ	*	Christmas Day (substitute day)	Navidad (día sustituto)	public	s	20221226 20331226
GQ	*	New Year's Day (substitute day)	Año Nuevo (día sustituto)	public	s	20230102 20340102
GQ	*	Immaculate Conception (substitute day)	La inmaculada concepción (día sustituto)	public	s	20241209 20301209
GQ	*	Armed Forces Day (substitute day)	Día del Golpe de Libertad (día sustituto)	public	s	20250804 20310804 20360804
GQ	*	Independence Day (substitute day)	Día de la Independencia (día sustituto)	public	s	20251013 20311013 20361013
GR	*	New Year's Day	Πρωτοχρονιά	public		01-01
GR	*	Epiphany	Θεοφάνεια	public		01-06
GR	*	Ash Sunday	Καθαρά Δευτέρα	public		20200302 20210315 20220307 20230227 20240318 20250303 20260223 20270315 20280228 20290219 20300311 20310224 20320315 20330307 20340220 20350312 20360303
GR	*	Annunciation, Anniversary of 1821 Revolution	Ευαγγελισμός, Εθνική Εορτή	public		03-25
GR	*	Good Friday	Μεγάλη Παρασκευή	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
GR	*	Easter Sunday	Πάσχα	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
GR	*	Easter Monday	Δευτέρα του Πάσχα	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
GR	*	Labour Day	Εργατική Πρωτομαγιά	public		05-01
GR	*	Mother's Day	Γιορτή της μητέρας	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
GR	*	Pentecost	Πεντηκοστή	public		20200607 20210620 20220612 20230604 20240623 20250608 20260531 20270620 20280604 20290527 20300616 20310601 20320620 20330612 20340528 20350617 20360608
GR	*	Whit Monday	Αγίου Πνεύματος	public		20200608 20210621 20220613 20230605 20240624 20250609 20260601 20270621 20280605 20290528 20300617 20310602 20320621 20330613 20340529 20350618 20360609
GR	*	Assumption	Κοίμηση της Θεοτόκου	public		08-15
GR	*	National Holiday	Επέτειος του Όχι	public		10-28
GR	*	Christmas Day	Χριστούγεννα	public		12-25
GR	*	Boxing Day	Δεύτερη μέρα των Χριστουγέννων	public		12-26
GT	*	New Year's Day	Año Nuevo	public		01-01
GT	*	White Nun Day	Día de la Monja Blanca	observance		02-11
GT	*	Marimba Day	Día de la Marimba	observance		02-20
GT	*	International Women's Day	Día de la Mujer	observance		03-08
GT	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
GT	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GT	*	Easter Saturday	Sabado Santo	public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
GT	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GT	*	Labour Day	Día del Trabajador	public		05-01
GT	*	Mother's Day	Día de la Madre	optional		05-10
GT	*	Popol Vuh Day	Día Nacional del Popol Vuh	observance		05-30
GT	*	Father's Day	Día del Padre	optional		06-17
GT	*	Teacher's Day	Día del Maestro	observance		06-25
GT	*	Army Day	Día de las Fuerzas Armadas	public		20200629 20210702 20220701 20230630 20240630 20250630 20260629 20270702 20280630 20290630 20300630 20310630 20320702 20330701 20340630 20350630 20360630
GT	*	Bank Employee Day	Día del Empleado Bancario	bank		20200701 20210701 20220701 20230630 20240701 20250627 20260701 20270701 20280630 20290702 20300701 20310627 20320701 20330701 20340630 20350702 20360627
GT	*	Independence Day	Día de la Independencia	public		09-15
GT	*	Day of Race	Día de la Raza	bank		20201012 20211012 20221012 20231012 20241011 20251013 20261012 20271012 20281012 20291012 20301011 20311013 20321012 20331012 20341012 20351012 20361013
GT	*	Revolution Day	Día de la Revolución	public		10-20
GT	*	All Saints' Day	Todos los Santos	public		11-01
GT	*	All Souls' Day	Día de los Difuntos	observance		11-02
GT	*	Christmas Eve	Nochebuena	public	h	12-24
GT	*	Christmas Day	Navidad	public		12-25
GT	*	New Year's Eve	Fin del Año	public	h	12-31
GT	1-101	Assumption	Asunción	public		08-15
GT	1-102	Santa Catarina de Alejandría		public		11-25
GT	1-103 1-104	San José Obrero		public		03-19
GT	1-116	San José Obrero		public		03-25
GT	1-105	San Benito de Palermo		public		04-27
GT	1-106 1-114	Santa Cruz		public		05-03
GT	1-107	Primer viernes de Cuaresma		public		20200228 20210219 20220304 20230224 20240216 20250307 20260220 20270212 20280303 20290216 20300308 20310228 20320213 20330304 20340224 20350209 20360229
GT	1-108	Santo Domingo de Guzmán		public		08-04
GT	1-109	San Pedro Apóstol		public		06-29
GT	1-110	San Juan Bautista		public		06-24
GT	1-111	San Raymundo Peñafort		public		01-23
GT	1-112	Saints Peter and Paul	San Pedro y San Pablo	public		06-29
GT	1-113	Virgen de la Candelaria y Sagrado Corazón de Jesús		public		02-02
GT	1-115	Immaculate Conception	La inmaculada concepción	public		12-08
GT	1-117	San Miguel Arcángel		public		09-29
GU	*	New Year's Day		public		01-01
GU	*	Martin Luther King Jr. Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
GU	*	Valentine's Day		observance		02-14
GU	*	Guam History and Chamorro Heritage Day		public		20200302 20210301 20220307 20230306 20240304 20250303 20260302 20270301 20280306 20290305 20300304 20310303 20320301 20330307 20340306 20350305 20360303
GU	*	Good Friday		observance		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GU	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
GU	*	Tax Day		observance		20200415 20210415 20220418 20230418 20240415 20250415 20260415 20270415 20280418 20290417 20300415 20310415 20320415 20330418 20340418 20350417 20360415
GU	*	Administrative Professionals Day		observance		20200422 20210421 20220427 20230426 20240424 20250423 20260422 20270421 20280426 20290425 20300424 20310423 20320421 20330427 20340426 20350425 20360423
GU	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
GU	*	Memorial Day		public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
GU	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
GU	*	Independence Day (substitute day)		public	s	20200703 20210705 20260703 20270705 20320705
GU	*	Independence Day		public		07-04
GU	*	Liberation Day		public		20200721 20210721 20220721 20230721 20240722 20250721 20260721 20270721 20280721 20290721 20300722 20310721 20320721 20330721 20340721 20350721 20360721
GU	*	Labour Day	Labor Day	public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
GU	*	Columbus Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
GU	*	Halloween		observance		10-31
GU	*	All Souls' Day		public		11-02
GU	*	Election Day		observance		20201103 20241105 20281107 20321102 20361104
GU	*	Veterans Day		public		11-11
GU	*	Thanksgiving Day		public		20201126 20211125 20221124 20231123 20241128 20251127 20261126 20271125 20281123 20291122 20301128 20311127 20321125 20331124 20341123 20351122 20361127
GU	*	Day after Thanksgiving Day		observance		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
GU	*	Our Lady of Camarin Day		public		20201208 20211208 20221208 20231208 20241209 20251208 20261208 20271208 20281208 20291208 20301209 20311208 20321208 20331208 20341208 20351208 20361208
GU	*	Christmas Eve		optional		12-24
GU	*	Christmas Day		public		12-25
GU	*	New Year's Eve		observance		12-31
GU	*	Juneteenth (substitute day)		public	s	20210618 20220620 20270618 20320618 20330620
GU	*	Juneteenth		public		20210619 20220619 20230619 20240619 20250619 20260619 20270619 20280619 20290619 20300619 20310619 20320619 20330619 20340619 20350619 20360619
GU	*	Christmas Day (substitute day)		public	s	20211224 20221226 20271224 20321224 20331226
GU	*	New Year's Day (substitute day)		public	s	20211231 20230102 20271231 20321231 20340102
GU	*	Veterans Day (substitute day)		bank	s	20231110 20281110 20291112 20341110 20351112
GW	*	New Year's Day	Ano Novo	public		01-01
GW	*	Heroes Day	Dia dos heróis	public		01-20
GW	*	International Women's Day	Dia Internacional da Mulher	public		03-08
GW	*	Labour Day	Dia do trabalhador	public		05-01
GW	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
GW	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GW	*	Pidjiguiti Day		public		08-03
GW	*	Independence Day	Dia da Independência	public		09-24
GW	*	Readjustment Movement Day	Dia do Movimento de Reajustamento	public		11-14
GW	*	Christmas Day	Natal	public		12-25
GY	*	New Year's Day		public		01-01
GY	*	Republic Day		public		02-23
GY	*	Phagwah		public		20200310 20210329 20220318 20230307 20240325
GY	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
GY	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
GY	*	Labour Day		public		05-01
GY	*	Arrival Day		public		05-05
GY	*	Independence Day		public		05-26
GY	*	CARICOM Day		public		20200706 20210705 20220704 20230703 20240701 20250707 20260706 20270705 20280703 20290702 20300701 20310707 20320705 20330704 20340703 20350702 20360707
GY	*	Eid Ul Adha		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
GY	*	Emancipation Day		public		08-01
GY	*	Youman Nabi		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
GY	*	Deepavali		public		20201114 20211104 20221024 20231112 20231113 20241031
GY	*	Christmas Day		public		12-25
GY	*	Boxing Day		public		12-26
HK	*	The first day of January	一月一日	public		20200101 20210101 20220101 20240101 20250101 20260101 20270101 20280101 20290101 20300101 20310101 20320101 20330101 20350101 20360101
HK	*	Lunar New Year’s Day	農曆年初一	public		20200125 20210212 20220201 20240210 20250129 20260217 20270206 20280126 20290213 20310123 20320211 20330131 20350208 20360128
HK	*	The third day of Lunar New Year	農曆年初三	public		20200127 20220203 20230124 20240212 20250131 20260219 20270208 20280128 20290215 20300205 20310125 20320213 20330202 20340221 20350210 20360130
HK	*	The fourth day of Lunar New Year	農曆年初四	public		20200128 20210215 20230125 20240213 20270209 20300206 20340222
HK	*	Ching Ming Festival	清明節	public		20200404 20220405 20230405 20240404 20250404 20270405 20280404 20290404 20300405 20310405 20330404 20340405 20350405 20360404
HK	*	Good Friday	耶穌受難節	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
HK	*	The day following Good Friday	耶穌受難節翌日	public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
HK	*	Easter Monday	復活節星期一	public		20200413 20220418 20230410 20240401 20250421 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
HK	*	Birthday of the Buddha	佛誕	public		20200430 20210519 20230526 20240515 20250505 20270513 20280502 20300509 20310528 20330506 20340525 20350515 20360503
HK	*	Labour Day	勞動節	public		20200501 20210501 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20340501 20350501 20360501
HK	*	Tuen Ng Festival	端午節	public		20200625 20210614 20220603 20230622 20240610 20250531 20260619 20270609 20290616 20300605 20310624 20320612 20330601 20340620 20360530
HK	*	Hong Kong Special Administrative Region Establishment Day	香港特別行政區成立紀念日	public		20200701 20210701 20220701 20230701 20240701 20250701 20260701 20270701 20280701 20300701 20310701 20320701 20330701 20340701 20360701
HK	*	National Day	國慶日	public		20201001 20211001 20221001 20241001 20251001 20261001 20271001 20291001 20301001 20311001 20321001 20331001 20351001 20361001
HK	*	The day following the Chinese Mid-Autumn Festival	中秋節翌日	public		20201002 20210922 20230930 20240918 20251007 20260926 20270916 20281004 20300913 20311002 20320920 20331008 20340928 20350917
HK	*	The day following Chung Yeung Festival	重陽節翌日	public		20201026 20261019 20331031
HK	*	Christmas Day	聖誕節	public		20201225 20211225 20231225 20241225 20251225 20261225 20271225 20281225 20291225 20301225 20311225 20321225 20341225 20351225 20361225
HK	*	The first weekday after Christmas Day	聖誕節後第一個周日	public		20201226 20211227 20221226 20231226 20241226 20251226 20261226 20271227 20281226 20291226 20301226 20311226 20321227 20331226 20341226 20351226 20361226
HK	*	The second day of Lunar New Year	農曆年初二	public		20210213 20220202 20230123 20250130 20260218 20280127 20290214 20300204 20310124 20320212 20330201 20340220 20350209 20360129
HK	*	The day following Ching Ming Festival	清明節翌日	public		20210405 20260406 20320405
HK	*	The day following Easter Monday	復活節星期一翌日	public		20210406 20260407
HK	*	Chung Yeung Festival	重陽節	public		20211014 20221004 20231023 20241011 20251029 20271008 20281026 20291016 20301005 20311024 20321012 20341020 20351009 20361027
HK	*	The day following Labour Day	勞動節翌日	public		20220502 20330502
HK	*	The day following Birthday of the Buddha	佛誕翌日	public		20220509 20260525 20290521 20320517
HK	*	The second day following the Chinese Mid-Autumn Festival	中秋節後第二日	public		20220912 20290924 20361006
HK	*	The second weekday after Christmas Day	聖誕節後第二個周日	public		20221227 20331227
HK	*	The day following the first day of January	一月一日翌日	public		20230102 20340102
HK	*	The day following National Day	國慶日翌日	public		20231002 20281002 20341002
HK	*	The day following Tuen Ng Festival	端午節翌日	public		20280529 20350611
HK	*	The day following Hong Kong Special Administrative Region Establishment Day	香港特別行政區成立紀念日翌日	public		20290702 20350702
HN	*	New Year's Day	Año Nuevo	public		01-01
HN	*	Father's Day	Día del Padre	observance		03-19
HN	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
HN	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
HN	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
HN	*	Día de las Américas		public		04-14
HN	*	Labour Day	Día del Trabajador	public		05-01
HN	*	Mother's Day	Día de la Madre	observance		20200511 20210510 20220509 20230508 20240513 20250512 20260511 20270510 20280508 20290514 20300513 20310512 20320510 20330509 20340508 20350514 20360512
HN	*	Pupil's Day	Día del Estudiante	observance		06-11
HN	*	Children's Day	Día del Niño	observance		09-10
HN	*	Independence Day	Día de la Independencia	public		09-15
HN	*	Teacher's Day	Día del Maestro	observance		09-17
HN	*	Soldier's Day	Día del Soldado	public		10-03
HN	*	Columbus Day	Día de la Raza	public		10-12
HN	*	Armed forces Day	Día de las Fuerzas Armadas	public		10-21
HN	*	Christmas Day	Navidad	public		12-25
HR	*	New Year's Day	Nova godina	public		01-01
HR	*	Epiphany	Bogojavljenje, Sveta tri kralja	public		01-06
HR	*	Orthodox Christmas	Pravoslavni Božić	optional		01-07
HR	*	Shrove Tuesday	Pokladni utorak	observance		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
HR	*	International Women's Day		observance		03-08
HR	*	Easter Sunday	Uskrs	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
HR	*	Easter Monday	Uskršnji ponedjeljak	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
HR	*	Orthodox Easter	Pravoslavni Uskrs	optional		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
HR	*	Orthodox Easter Monday		optional		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
HR	*	Labour Day	Praznik rada	public		05-01
HR	*	Mother's Day	Majčin dan	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
HR	*	End of Ramadan (Eid al-Fitr)	Ramazanski bajram	optional		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
HR	*	National Day	Dan državnosti	public		05-30
HR	*	Corpus Christi	Tijelovo	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
HR	*	Anti-Fascist Struggle Day	Dan antifašističke borbe	public		06-22
HR	*	Independence Day	Dan neovisnosti	observance		06-25
HR	*	Feast of the Sacrifice (Eid al-Adha)	Kurban-bajram	optional		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
HR	*	Victory and Homeland Thanksgiving Day and the Day of Croatian defenders	Dan pobjede i domovinske zahvalnosti i Dan hrvatskih branitelja	public		08-05
HR	*	Assumption	Velika Gospa	public		08-15
HR	*	Yom Kippur	Jom Kipur	optional		20200919 20200928 20210907 20210916 20220926 20221005 20230916 20230925 20241003 20241012 20250923 20251002 20260912 20260921 20271002 20271011 20280921 20280930 20290910 20290919 20300928 20301007 20310918 20310927 20320906 20320915 20330924 20331003 20340914 20340923 20351004 20351013 20360922 20361001
HR	*	All Saints' Day	Svi sveti	public		11-01
HR	*	Remembrance Day	Dan sjećanja na žrtve Domovinskog rata i Dan sjećanja na žrtvu Vukovara i Škabrnje	public		11-18
HR	*	Christmas Day	Božić	public		12-25
HR	*	Boxing Day	Svetog Stjepana	public		12-26
HR	17	Saint Domnius	Sveti Duje	optional		05-07
HR	19	Saint Blaise	Sveti Vlaho	optional		02-03
HT	*	Independence Day	Jour de l’Indépendance	public		01-01
HT	*	Ancestry Day	Jour des Aieux	public		01-02
HT	*	Epiphany	Le Jour des Rois	observance		01-06
HT	*	Lundi Gras		public	h	20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
HT	*	Mardi Gras		public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
HT	*	Ash Wednesday	Mercredi des Cendres	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
HT	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
HT	*	Easter Sunday	Pâques	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
HT	*	Labour Day	Fête du travail	public		05-01
HT	*	Flag and Universities' Day	Jour du Drapeau et de l'Université	public		05-18
HT	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
HT	*	Corpus Christi	la Fête-Dieu	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
HT	*	Assumption	Assomption	public		08-15
HT	*	Anniversary of the death of Dessalines	Anniversaire de la mort de Dessalines	public		10-17
HT	*	All Saints' Day	Toussaint	public		11-01
HT	*	All Souls' Day	Fête des morts	public		11-02
HT	*	Battle of Vertières Day	Vertières	public		11-18
HT	*	Discovery Day	Découverte d'Haïti	observance		12-05
HT	*	Christmas Day	Noël	public		12-25
HU	*	New Year's Day	Újév	public		01-01
HU	*	Memorial Day of the Republic	A köztársaság emléknapja	observance		02-01
HU	*	Memorial Day for the Victims of the Communist Dictatorships	A kommunista diktatúrák áldozatainak emléknapja	observance		02-25
HU	*	International Women's Day	Nemzetközi nőnap	observance		03-08
HU	*	National Day	1848-as forradalom	public		03-15
HU	*	Good Friday	Nagypéntek	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
HU	*	Easter Sunday	Húsvétvasárnap	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
HU	*	Easter Monday	Húsvéthétfő	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
HU	*	Memorial Day for the Victims of the Holocaust	A holokauszt áldozatainak emléknapja	observance		04-16
HU	*	Labour Day	A munka ünnepe	public		05-01
HU	*	Mother's Day	Anyák napja	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
HU	*	National Defense Day	Honvédelmi nap	observance		05-21
HU	*	Pentecost	Pünkösdvasárnap	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
HU	*	Whit Monday	Pünkösdhétfő	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
HU	*	Day of National Unity	A nemzeti összetartozás napja	observance		06-04
HU	*	Day of the Independent Hungary	A független Magyarország napja	observance		06-19
HU	*	Saint Stephen's Day	Szent István ünnepe	public		08-20
HU	*	Memorial Day for the Martyrs of Arad	Az aradi vértanúk emléknapja	observance		10-06
HU	*	National Day	1956-os forradalom	public		10-23
HU	*	All Saints' Day	Mindenszentek	public		11-01
HU	*	Saint Nicholas	Mikulás	observance		12-06
HU	*	Christmas Eve	Szenteste	optional		12-24
HU	*	Christmas Day	Karácsony	public		12-25
HU	*	Boxing Day	Karácsony másnapja	public		12-26
HU	*	New Year's Eve	Szilveszter	observance		12-31
HU	*	Autumn school holiday	Őszi szünet	school		20231030 20231031 20231102 20231103
HU	*	Winter school holiday	Téli szünet	school		20231222 20231227 20240102 20240103 20240104 20240105
ID	*	New Year's Day	Hari tahun baru	public		01-01
ID	*	Chinese New Year	Tahun Baru Imlek	public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
ID	*	Laylat al-Mi'raj	Maulid Nabi Muhammad	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
ID	*	Nyepi	Hari Raya Nyepi	public		20200325 20210314 20220303 20230322 20240311 20250329 20260319 20270308
ID	*	Good Friday	Wafat Yesus Kristus	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
ID	*	Labour Day	Hari Buruh Internasional	public		05-01
ID	*	Vesak Day	Hari Raya Waisak	public		20200507 20210526 20220516 20230506 20240523 20250512 20260531 20270520
ID	*	Ascension Day	Kenaikan Yesus Kristus	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
ID	*	End of Ramadan (Eid al-Fitr)	Hari Raya Idul Fitri	public		20200524 20200525 20210513 20210514 20220502 20220503 20230421 20230422 20240410 20240411 20250330 20250331 20260320 20260321 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
ID	*	Pancasila Day	Hari Lahir Pancasila	public		06-01
ID	*	Feast of the Sacrifice (Eid al-Adha)	Hari Raya Idul Adha	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
ID	*	Independence Day	Hari Ulang Tahun Kemerdekaan Republik Indonesia	public		08-17
ID	*	Islamic New Year	Tahun Baru Islam	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
ID	*	Birthday of Muhammad (Mawlid)	Maulid Nabi Muhammad	public		20201029 20211018 20221008 20230927 20240915 20250905 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
ID	*	Christmas Day	Hari Raya Natal	public		12-25
IE	*	New Year's Day		public		01-01
IE	*	St. Patrick’s Day		public		03-17
IE	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
IE	*	Good Friday		bank		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
IE	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
IE	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
IE	*	First Monday in May		public		20200504 20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
IE	*	First Monday in June		public		20200601 20210607 20220606 20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
IE	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
IE	*	First Monday in August		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
IE	*	Last Monday in October		public		20201026 20211025 20221031 20231030 20241028 20251027 20261026 20271025 20281030 20291029 20301028 20311027 20321025 20331031 20341030 20351029 20361027
IE	*	Christmas Day		public		12-25
IE	*	St. Stephen’s Day		public		12-26
IE	*	St. Stephen’s Day (substitute day)		bank	s	20201228 20211227 20261228 20271227 20321227
IE	*	St. Brigid’s Day		public		20230206 20240205 20250203 20260202 20270201 20280207 20290205 20300201 20310203 20320202 20330207 20340206 20350205 20360201
IE	*	St. Patrick’s Day (substitute day)		bank	s	20240318 20290319 20300318 20350319
IL	*	Tenth of Tevet	צום עשרה בטבת	observance		20200107 20201225 20211214 20230103 20231222 20250110 20251230 20261220 20280109 20281228 20291216 20310105 20311225 20321212 20340101 20341222 20360110 20361228
IL	*	Tu Bishvat (Arbor Day)	ט"ו בשבט	observance		20200210 20210128 20220117 20230206 20240125 20250213 20260202 20270123 20280212 20290131 20300119 20310208 20320128 20330115 20340204 20350125 20360213
IL	*	Election Day	יום הבחירות	public		20200302 20210323
IL	*	Fast of Esther	תענית אסתר	school		20200309 20210225 20220316 20230306 20240321 20250313 20260302 20270322 20280309 20290228 20300318 20310306 20320225 20330314 20340302 20350322 20360312
IL	*	Purim	פורים	school		20200310 20200311 20210226 20210227 20220317 20220318 20230307 20230308 20240324 20240325 20250314 20250315 20260303 20260304 20270323 20270324 20280312 20280313 20290301 20290302 20300319 20300320 20310309 20310310 20320226 20320227 20330315 20330316 20340305 20340306 20350325 20350326 20360313 20360314
IL	*	Aliyah Day	יום העלייה	observance		20200404 20210323 20220411 20230401 20240418 20250408 20260328 20270417 20280406 20290326 20300413 20310403 20320322 20330409 20340330 20350419 20360407
IL	*	Passover (Pesach)	פסח	public		20200409 20210328 20220416 20230406 20240423 20250413 20260402 20270422 20280411 20290331 20300418 20310408 20320327 20330414 20340404 20350424 20360412
IL	*	Passover (intermediate days)	חול המועד פסח	school		20200410 20200411 20200412 20200413 20200414 20210329 20210330 20210331 20210401 20210402 20220417 20220418 20220419 20220420 20220421 20230407 20230408 20230409 20230410 20230411 20240424 20240425 20240426 20240427 20240428 20250414 20250415 20250416 20250417 20250418 20260403 20260404 20260405 20260406 20260407 20270423 20270424 20270425 20270426 20270427 20280412 20280413 20280414 20280415 20280416 20290401 20290402 20290403 20290404 20290405 20300419 20300420 20300421 20300422 20300423 20310409 20310410 20310411 20310412 20310413 20320328 20320329 20320330 20320331 20320401 20330415 20330416 20330417 20330418 20330419 20340405 20340406 20340407 20340408 20340409 20350425 20350426 20350427 20350428 20350429 20360413 20360414 20360415 20360416 20360417
IL	*	Mimouna, Seventh day of Passover	מימונה, שביעי של פסח	public		20200415 20210403 20220422 20230412 20240429 20250419 20260408 20270428 20280417 20290406 20300424 20310414 20320402 20330420 20340410 20350430 20360418
IL	*	Holocaust Remembrance Day (Yom HaShoah)	יום הזיכרון לשואה ולגבורה	observance		20200421 20210408 20220428 20230418 20240506 20250424 20260414 20270504 20280424 20290412 20300430 20310421 20320408 20330426 20340417 20350507 20360424
IL	*	Fallen Soldiers and Victims of Terrorism Remembrance Day (Yom HaZikaron)	יום הזיכרון לחללי מערכות ישראל ונפגעי פעולות האיבה	observance		20200428 20210414 20220504 20230425 20240513 20250430 20260421 20270511 20280501 20290418 20300507 20310428 20320414 20330503 20340424 20350514 20360430
IL	*	Independence Day (Yom HaAtzmaut)	יום העצמאות	public		20200429 20210415 20220505 20230426 20240514 20250501 20260422 20270512 20280502 20290419 20300508 20310429 20320415 20330504 20340425 20350515 20360501
IL	*	Herzl Day	יום הרצל	observance		20200504 20210422 20220511 20230501 20240519 20250508 20260427 20270517 20280507 20290425 20300513 20310504 20320421 20330509 20340430 20350520 20360507
IL	*	Victory in Europe Day	יום הניצחון על גרמניה הנאצית	observance		05-09
IL	*	Lag BaOmer	ל"ג בעומר	school		20200512 20210430 20220519 20230509 20240526 20250516 20260505 20270525 20280514 20290503 20300521 20310511 20320429 20330517 20340507 20350527 20360515
IL	*	Jerusalem Day (Yom Yerushalayim)	יום ירושלים	observance		20200522 20210510 20220529 20230519 20240605 20250526 20260515 20270604 20280524 20290513 20300531 20310521 20320509 20330527 20340517 20350606 20360525
IL	*	Shavuot (Feast of Weeks)	שבועות	public		20200529 20210517 20220605 20230526 20240612 20250602 20260522 20270611 20280531 20290520 20300607 20310528 20320516 20330603 20340524 20350613 20360601
IL	*	Seventeenth of Tamuz, fast	שבעה עשר בתמוז	observance		20200709 20210627 20220717 20230706 20240723 20250713 20260702 20270722 20280711 20290701 20300718 20310708 20320627 20330714 20340704 20350724 20360713
IL	*	Jabotinsky Day	יום ז'בוטינסקי	observance		20200721 20210709 20220728 20230718 20240804 20250725 20260714 20270803 20280723 20290712 20300730 20310720 20320708 20330726 20340716 20350805 20360724
IL	*	Tisha B'Av, fast	תשעה באב	observance		20200730 20210718 20220807 20230727 20240813 20250803 20260723 20270812 20280801 20290722 20300808 20310729 20320718 20330804 20340725 20350814 20360803
IL	*	Tu B'Av (Fifteenth of Av)	ט"ו באב	observance		20200805 20210724 20220812 20230802 20240819 20250809 20260729 20270818 20280807 20290727 20300814 20310804 20320723 20330810 20340731 20350820 20360808
IL	*	Rosh Hashanah (Yom Teruah)	ראש השנה	public		20200919 20210907 20220926 20230916 20241003 20250923 20260912 20271002 20280921 20290910 20300928 20310918 20320906 20330924 20340914 20351004 20360922
IL	*	Rosh Hashanah (Day 2)	ראש השנה יום 2	public		20200920 20210908 20220927 20230917 20241004 20250924 20260913 20271003 20280922 20290911 20300929 20310919 20320907 20330925 20340915 20351005 20360923
IL	*	Fast of Gedaliah (Tzom Gedalya)	צום גדליה	observance		20200921 20210909 20220928 20230918 20241006 20250925 20260914 20271004 20280924 20290912 20300930 20310921 20320908 20330926 20340917 20351007 20360924
IL	*	Day of Atonement (Yom Kippur)	יום כיפור	public		20200928 20210916 20221005 20230925 20241012 20251002 20260921 20271011 20280930 20290919 20301007 20310927 20320915 20331003 20340923 20351013 20361001
IL	*	Feast of Tabernacles (Sukkot)	סוכות	public		20201003 20210921 20221010 20230930 20241017 20251007 20260926 20271016 20281005 20290924 20301012 20311002 20320920 20331008 20340928 20351018 20361006
IL	*	The week of Sukkot	חול המועד סוכות	school		20201004 20201005 20201006 20201007 20201008 20201009 20210922 20210923 20210924 20210925 20210926 20210927 20221011 20221012 20221013 20221014 20221015 20221016 20231001 20231002 20231003 20231004 20231005 20231006 20241018 20241019 20241020 20241021 20241022 20241023 20251008 20251009 20251010 20251011 20251012 20251013 20260927 20260928 20260929 20260930 20261001 20261002 20271017 20271018 20271019 20271020 20271021 20271022 20281006 20281007 20281008 20281009 20281010 20281011 20290925 20290926 20290927 20290928 20290929 20290930 20301013 20301014 20301015 20301016 20301017 20301018 20311003 20311004 20311005 20311006 20311007 20311008 20320921 20320922 20320923 20320924 20320925 20320926 20331009 20331010 20331011 20331012 20331013 20331014 20340929 20340930 20341001 20341002 20341003 20341004 20351019 20351020 20351021 20351022 20351023 20351024 20361007 20361008 20361009 20361010 20361011 20361012
IL	*	Simchat Torah/ Shmini Atzeret	שמחת תורה/שמיני עצרת	public		20201010 20210928 20221017 20231007 20241024 20251014 20261003 20271023 20281012 20291001 20301019 20311009 20320927 20331015 20341005 20351025 20361013
IL	*	Rabin Day	יום רבין	observance		20201029 20211018 20221106 20231026 20241113 20251103 20261022 20271111 20281101 20291021 20301107 20311029 20321017 20331103 20341025 20351114 20361102
IL	*	Sigd	סיגד	observance		20201116 20211104 20221123 20231113 20241130 20251120 20261109 20271129 20281118 20291107 20301125 20311115 20321103 20331121 20341111 20351201 20361119
IL	*	Ben-Gurion Day	יום בן-גוריון	observance		20201122 20211110 20221130 20231119 20241208 20251126 20261116 20271206 20281124 20291113 20301202 20311121 20321109 20331128 20341119 20351207 20361125
IL	*	Hanukkah	חנוכה	school		20201211 20201212 20201213 20201214 20201215 20201216 20201217 20201218 20211129 20211130 20211201 20211202 20211203 20211204 20211205 20211206 20221219 20221220 20221221 20221222 20221223 20221224 20221225 20221226 20231208 20231209 20231210 20231211 20231212 20231213 20231214 20231215 20241226 20241227 20241228 20241229 20241230 20241231 20250101 20250102 20251215 20251216 20251217 20251218 20251219 20251220 20251221 20251222 20261205 20261206 20261207 20261208 20261209 20261210 20261211 20261212 20271225 20271226 20271227 20271228 20271229 20271230 20271231 20280101 20281213 20281214 20281215 20281216 20281217 20281218 20281219 20281220 20291202 20291203 20291204 20291205 20291206 20291207 20291208 20291209 20301221 20301222 20301223 20301224 20301225 20301226 20301227 20301228 20311210 20311211 20311212 20311213 20311214 20311215 20311216 20311217 20321128 20321129 20321130 20321201 20321202 20321203 20321204 20321205 20331217 20331218 20331219 20331220 20331221 20331222 20331223 20331224 20341207 20341208 20341209 20341210 20341211 20341212 20341213 20341214 20351226 20351227 20351228 20351229 20351230 20351231 20360101 20360102 20361214 20361215 20361216 20361217 20361218 20361219 20361220 20361221
IM	*	New Year's Day		public		01-01
IM	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
IM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
IM	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
IM	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
IM	*	Early May bank holiday (VE day)		public		20200508
IM	*	Spring bank holiday		public		20200525 20210531 20220602 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
IM	*	Tourist Trophy, Senior Race Day		public		20200612 20210611 20220610 20230609 20240614 20250613 20260612 20270611 20280609 20290608 20300614 20310613 20320611 20330610 20340609 20350608 20360613
IM	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
IM	*	Tynwald Day		public		07-05
IM	*	Christmas Day		public		12-25
IM	*	Boxing Day		public		12-26
IM	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
IM	*	Early May bank holiday		public		20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
IM	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
IM	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
IM	*	Queen’s Platinum Jubilee		public		20220603
IM	*	Queen Elizabeth's Funeral Day		public		20220919
IM	*	King Charles III's Coronation		public		20230508
IN	*	Republic Day		public		01-26
IN	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
IN	*	Ambedkar Jayanti		public		04-14
IN	*	Independence Day		public		08-15
IN	*	Gandhi Jayanti		public		10-02
IN	*	Christmas Day		public		12-25
IN	AP	Babu Jagjivan Ram Jayanti		observance		04-05
IN	AP CT HR	Formation Day		public		11-01
IN	AR	New Year's Day		public		01-01
IN	AR	State Day		public		02-20
IN	HP	State Day		public		01-25
IN	SK	State Day		public		05-16
IN	AR	Indigenous Faith Day		observance		12-01
IN	AS WB	Netaji Subhas Chandra Bose Jayanti		public		01-23
IN	AS	Me-Dam-Me-Phi		observance		01-31
IN	AS BR KL TN WB	Labour Day		public		05-01
IN	BR	Bihar Day		public		03-22
IN	CH HR	Guru Gobind Singh Jayanti		public		01-05
IN	CT	Guru Ghasidas Jayanti		public		12-18
IN	DD GA	Goa Liberation Day		public		12-19
IN	GA	Feast of St. Francis Xavier		public		12-03
IN	GJ	Gujarat Day		public		05-01
IN	GJ	Sardar Vallabhbhai Patel Jayanti		public		10-31
IN	HP TR	Himachal Day		public		04-15
IN	HP RJ	Maharana Pratap Jayanti		public		05-09
IN	HP	Maharishi Valmiki Jayanti		public		10-07
IN	HR	Martyrdom Day of Shaheed Udham Singh		public		07-31
IN	HR	Maharaja Agrasen Jayanti		public		09-22
IN	HR	Shaheed Udham Singh Jayanti		public		12-26
IN	JK ML	Bhanu Jayanti / Martyrs' Day		public		07-13
IN	KA	Basava Jayanti		public		04-30
IN	KA	Hyderabad-Karnataka Liberation Day		public		09-17
IN	KA	Karnataka Formation Day		public		11-01
IN	KA	Kanakadasa Jayanti		public		11-08
IN	KL	Vaisakhi		public		04-21
IN	KL	Kerala Formation Day		public		11-01
IN	MH	Maharashtra Day		public		05-01
IN	ML	YMA Day		public		06-15
IN	ML	Seng Kut Snem		public		11-23
IN	MN	Patriots' Day		public		08-13
IN	MZ	Remna Ni		public		06-30
IN	MZ	MHIP Day		public		07-06
IN	NL	Indigenous Faith Day		public		12-01
IN	OR	Odisha Day		public		04-01
IN	PB	Shaheed Diwas		public		03-23
IN	PY	De Jure Transfer Day		public		08-16
IN	RJ WB	Rabindra Jayanti		public		05-08
IN	TG	Telangana Formation Day		public		06-02
IN	WB	Swami Vivekananda Jayanti		public		01-12
IN	WB	Bengali New Year		public		04-15
IR	*	Martyrdom of Fatima-Zahara	ﺷﻬﺎدت ﺣﻀﺮت ﻓﺎﻃﻤﻪ زﻫﺮا ﺳﻼم اﷲ ﻋﻠﯿﻬﺎ	public		20200128 20210116 20220106 20221227 20231216 20241205 20251124 20261113 20271102 20281021 20291011 20301001 20310920 20320908 20330828 20340817 20350807 20360726
IR	*	Anniversary of Islamic Revolution	انقلاب اسلامی پنجاه و هفت	public		20200211 20210210 20220211 20230211 20240211 20250210 20260211 20270211 20280211 20290210 20300210 20310211 20320211 20330210 20340210 20350211 20360211
IR	*	Birthday of Imam Ali	وﻻدت ﺣﻀﺮت اﻣﺎم ﻋﻠﯽ ﻋﻠﯿﻪ اﻟﺴﻼم	public		20200308 20210225 20220214 20230204 20240125 20250113 20260102 20261222 20271211 20281130 20291119 20301109 20311029 20321018 20331007 20340926 20350915 20360904
IR	*	Nationalization of the Iranian oil industry	ملی شدن صنعت نفت	public		20200319 20210319 20220320 20230320 20240319 20250319 20260320 20270320 20280319 20290319 20300319 20310320 20320319 20330319 20340319 20350320 20360319
IR	*	Nowruz	نوروز	public		20200320 20200321 20200322 20200323 20210321 20210322 20210323 20210324 20220321 20220322 20220323 20220324 20230321 20230322 20230323 20230324 20240320 20240321 20240322 20240323 20250321 20250322 20250323 20250324 20260321 20260322 20260323 20260324 20270321 20270322 20270323 20270324 20280320 20280321 20280322 20280323 20290320 20290321 20290322 20290323 20300321 20300322 20300323 20300324 20310321 20310322 20310323 20310324 20320320 20320321 20320322 20320323 20330320 20330321 20330322 20330323 20340321 20340322 20340323 20340324 20350321 20350322 20350323 20350324 20360320 20360321 20360322 20360323
IR	*	Mabaas of Muhammad	ﻣﺒﻌﺚ ﺣﻀﺮت رﺳﻮل اﮐﺮم ﺻﻠﯽ اﷲ ﻋﻠﯿﻪ و آﻟﻪ	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
IR	*	Islamic Republic Day	روز جمهوری اسلامی	public		20200331 20210401 20220401 20230401 20240331 20250401 20260401 20270401 20280331 20290331 20300401 20310401 20320331 20330331 20340401 20350401 20360331
IR	*	Sizdah Bedar	سیزده بدر	public		20200401 20210402 20220402 20230402 20240401 20250402 20260402 20270402 20280401 20290401 20300402 20310402 20320401 20330401 20340402 20350402 20360401
IR	*	Birthday of Imam Mahdi	وﻻدت ﺣﻀﺮت ﻗﺎﺋﻢ ﻋﺠﻞاﷲ ﺗﻌﺎﻟﯽ ﻓﺮﺟﻪ شریف	public		20200408 20210328 20220318 20230307 20240225 20250214 20260203 20270123 20280112 20281231 20291221 20301210 20311130 20321118 20331107 20341027 20351016 20361005
IR	*	Martyrdom of Imam Ali	ﺷﻬﺎدت ﺣﻀﺮت ﻋﻠﯽ ﻋﻠﯿﻪاﻟﺴﻼم	public		20200514 20210503 20220422 20230412 20240331 20250321 20260310 20270228 20280217 20290205 20300125 20310115 20320104 20321224 20331213 20341202 20351121 20361109
IR	*	End of Ramadan (Eid al-Fitr)	ﻋﯿﺪ ﺳﻌﯿﺪ ﻓﻄﺮ	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
IR	*	Holyday for Fetr Eeid	ﺑﻪ ﻣﻨﺎﺳﺒﺖ ﻋﯿﺪ ﺳﻌﯿﺪ ﻓﻄﺮ	public		20200525 20210514 20220503 20230422 20240411 20250331 20260321 20270310 20280227 20290215 20300205 20310125 20320115 20330103 20331224 20341213 20351202 20361120
IR	*	Imam Khomeini's Demise	رﺣﻠﺖ اﻣﺎم ﺧﻤﯿﻨﯽ	public		20200603 20210604 20220604 20230604 20240603 20250604 20260604 20270604 20280603 20290603 20300604 20310604 20320603 20330603 20340604 20350604 20360603
IR	*	Revolt of Khordad 15	قیام ۱۵ خرداد	public		20200604 20210605 20220605 20230605 20240604 20250605 20260605 20270605 20280604 20290604 20300605 20310605 20320604 20330604 20340605 20350605 20360604
IR	*	Martyrdom of Imam Jafar	ﺷﻬﺎدت ﺣﻀﺮت اﻣﺎم ﺟﻌﻔﺮ ﺻﺎدق ﻋﻠﯿﻪاﻟﺴﻼم	public		20200617 20210606 20220526 20230515 20240504 20250423 20260413 20270402 20280321 20290310 20300228 20310217 20320207 20330126 20340116 20350105 20351225 20361213
IR	*	Feast of the Sacrifice (Eid al-Adha)	ﻋﯿﺪ ﺳﻌﯿﺪ ﻗﺮﺑﺎن	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
IR	*	Eid al-Ghadeer	ﻋﯿﺪ ﺳﻌﯿﺪ ﻏﺪﯾﺮ ﺧﻢ	public		20200808 20210728 20220717 20230706 20240624 20250614 20260604 20270524 20280513 20290502 20300421 20310410 20320330 20330319 20340309 20350226 20360215
IR	*	Tasoua	ﺗﺎﺳﻮﻋﺎی ﺣﺴﯿﻨﯽ	public		20200828 20210817 20220807 20230727 20240715 20250704 20260624 20270614 20280602 20290522 20300511 20310501 20320419 20330409 20340329 20350319 20360307
IR	*	Ashoura	ﻋﺎﺷﻮرای ﺣﺴﯿﻨﯽ	public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
IR	*	Arbaeen-e Hosseini	اربعین حسینی	public		20201007 20210927 20220916 20230905 20240824 20250814 20260803 20270724 20280713 20290702 20300621 20310610 20320529 20330519 20340509 20350428 20360417
IR	*	Demise of Prophet Muhammad and Imam Hassan (Mujtaba)	رﺣﻠﺖ ﺣﻀﺮت رﺳﻮل اﮐﺮم صلّی الله علیه وآله و سلّم	public		20201015 20211005 20220924 20230913 20240901 20250822 20260811 20270801 20280721 20290710 20300629 20310618 20320606 20330527 20340517 20350506 20360425
IR	*	Martyrdom of Imam Reza	ﺷﻬﺎدت ﺣﻀﺮت اﻣﺎم رﺿﺎ ﻋﻠﯿﻪاﻟﺴﻼم	public		20201017 20211007 20220926 20230915 20240903 20250824 20260813 20270803 20280723 20290712 20300701 20310620 20320608 20330529 20340519 20350508 20360427
IR	*	Martyrdom of Imam Hassan	شهادت امام حسن عسكری علیه‌السلام	public		20201025 20211014 20221004 20230923 20240911 20250831 20260821 20270810 20280730 20290720 20300709 20310628 20320616 20330605 20340526 20350516 20360504
IR	*	Birthday of Muhammad Prophet	ولادت حضرت رسول اکرم صلّی الله علیه وآله و سلّم	public		20201103 20211023 20221013 20231002 20240920 20250909 20260830 20270819 20280808 20290729 20300718 20310707 20320625 20330614 20340604 20350525 20360513
IS	*	New Year's Day	Nýársdagur	public		01-01
IS	*	Epiphany	Þrettándinn	observance		01-06
IS	*	Bóndadagur		observance		20200124 20210122 20220121 20230120 20240119 20250124 20260123 20270122 20280121 20290119 20300118 20310124 20320123 20330121 20340120 20350119 20360118
IS	*	Woman's Day	Konudagur	observance		02-18
IS	*	Bolludagur		observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
IS	*	Sprengidagur		observance		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
IS	*	Ash Wednesday	Öskudagur	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
IS	*	Palm Sunday	Pálmasunnudagur	observance		20200405 20210328 20220410 20230402 20240324 20250413 20260329 20270321 20280409 20290325 20300414 20310406 20320321 20330410 20340402 20350318 20360406
IS	*	Maundy Thursday	Skírdagur	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
IS	*	Good Friday	Föstudagurinn langi	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
IS	*	Easter Sunday	Páskadagur	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
IS	*	Easter Monday	Annar í páskum	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
IS	*	First Day of Summer	Sumardagurinn fyrsti	public		20200423 20210422 20220421 20230420 20240418 20250424 20260423 20270422 20280420 20290419 20300418 20310424 20320422 20330421 20340420 20350419 20360424
IS	*	Labour Day	Hátíðisdagur Verkamanna	public		05-01
IS	*	Mother's Day	Mæðradagurinn	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
IS	*	Ascension Day	Uppstigningardagur	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
IS	*	Pentecost	Hvítasunnudagur	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
IS	*	Whit Monday	Annar í hvítasunnu	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
IS	*	The Seamen's Day	Sjómannadagurinn	observance		20200607 20210606 20220605 20230604 20240602 20250601 20260607 20270606 20280604 20290603 20300602 20310601 20320606 20330605 20340604 20350603 20360601
IS	*	Icelandic National Day	Íslenski þjóðhátíðardagurinn	public		06-17
IS	*	Commerce Day	Frídagur verslunarmanna	public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
IS	*	First Day of Winter	Fyrsti vetrardagur	observance		20201024 20211023 20221022 20231021 20241026 20251025 20261024 20271023 20281021 20291027 20301026 20311025 20321023 20331022 20341021 20351027 20361025
IS	*	Icelandic Language Day	Dagur íslenskrar tungu	observance		11-16
IS	*	St Þorlákur's Day	Þorláksmessa	observance		12-23
IS	*	Christmas Eve	Aðfangadagur	public	h	20201224 20211224 20221224 20241224 20251224 20261224 20271224 20291224 20301224 20311224 20321224 20331224 20351224 20361224
IS	*	Christmas Day	Jóladagur	public		12-25
IS	*	Boxing Day	Annar í jólum	public		12-26
IS	*	New Year's Eve	Gamlársdagur	public	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
IS	*	Christmas Eve	Aðfangadagur	public		20231224 20281224 20341224
IS	*	New Year's Eve	Gamlársdagur	public		20231231 20281231 20341231
IT	*	New Year's Day	Capodanno	public		01-01
IT	*	Epiphany	Epifania	public		01-06
IT	*	Easter Sunday	Domenica di Pasqua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
IT	*	Easter Monday	Lunedì dell’Angelo	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
IT	*	Liberation from Nazi-Fascism (1945)	Liberazione dal nazifascismo (1945)	public		04-25
IT	*	Labour Day	Festa del lavoro	public		05-01
IT	*	Mother's Day	Festa della mamma	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
IT	*	Republic Day	Festa della Repubblica	public		06-02
IT	*	Assumption	Assunzione di Maria	public		08-15
IT	*	All Saints' Day	Ognissanti	public		11-01
IT	*	Immaculate Conception	Immacolata Concezione	public		12-08
IT	*	Christmas Day	Natale di Gesù	public		12-25
IT	*	Boxing Day	Santo Stefano	public		12-26
IT	*	National Day of Saint Francis of Assisi	Festa nazionale di San Francesco d'Assisi	public		20261004 20271004 20281004 20291004 20301004 20311004 20321004 20331004 20341004 20351004 20361004
IT	21-TO	Saint John	San Giovanni	public		06-24
IT	25-MI	Saint Ambrose	Sant'Ambrogio	public		12-07
IT	32	Whit Monday	Lunedì di Pentecoste	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
IT	52-FI	Saint John	San Giovanni	optional		06-24
IT	62-RM	Saints Peter and Paul	Santi Pietro e Paolo	public		06-29
IT	82-PA	Saint Rosalia	Santa Rosalia	public		07-15
JE	*	New Year's Day		public		01-01
JE	*	Mother's Day		observance		20200322 20210314 20220327 20230319 20240310 20250330 20260315 20270307 20280326 20290311 20300331 20310323 20320307 20330327 20340319 20350304 20360323
JE	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
JE	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
JE	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
JE	*	Early May bank holiday (VE day)		public		20200508
JE	*	Liberation Day		public		05-09
JE	*	Spring bank holiday		public		20200525 20210531 20220602 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
JE	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
JE	*	Summer Bank Holiday		public		20200831 20210830 20220829 20230828 20240826 20250825 20260831 20270830 20280828 20290827 20300826 20310825 20320830 20330829 20340828 20350827 20360825
JE	*	Christmas Day		public		12-25
JE	*	Boxing Day		public		12-26
JE	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
JE	*	Early May bank holiday		public		20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
JE	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
JE	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
JE	*	Queen’s Platinum Jubilee		public		20220603
JE	*	Queen Elizabeth's Funeral Day		public		20220919
JE	*	King Charles III's Coronation		public		20230508
JM	*	New Year's Day		public		01-01
JM	*	Ash Wednesday		public		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
JM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
JM	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
JM	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
JM	*	Labour Day		public		20200525 20210524 20220523 20230523 20240523 20250523 20260525 20270524 20280523 20290523 20300523 20310523 20320524 20330523 20340523 20350523 20360523
JM	*	Emancipation Day		public		20200801 20210802 20220801 20230801 20240801 20250801 20260801 20270802 20280801 20290801 20300801 20310801 20320802 20330801 20340801 20350801 20360801
JM	*	Independence Day		public		08-06
JM	*	National Heroes Day		public		20201019 20211018 20221017 20231016 20241021 20251020 20261019 20271018 20281016 20291015 20301021 20311020 20321018 20331017 20341016 20351015 20361020
JM	*	Christmas Day		public		12-25
JM	*	Boxing Day		public		12-26
JM	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
JM	*	Christmas Day (substitute day)		public	s	20221227 20331227
JM	*	New Year's Day (substitute day)		public	s	20230102 20340102
JM	*	Independence Day (substitute day)		public	s	20230807 20280807 20340807
JP	*	New Year's Day	元日	public		01-01
JP	*	January 2nd	銀行休業日	bank		01-02
JP	*	January 3rd	銀行休業日	bank		01-03
JP	*	Coming of Age Day	成人の日	public		20200113 20210111 20220110 20230109 20240108 20250113 20260112 20270111 20280110 20290108 20300114 20310113 20320112 20330110 20340109 20350108 20360114
JP	*	Foundation Day	建国記念の日	public		02-11
JP	*	Emperor's Birthday	天皇誕生日	public		02-23
JP	*	Emperor's Birthday (substitute day)	天皇誕生日 (振替休日)	public	s	20200224 20250224 20310224
JP	*	Spring Equinox Day	春分の日	public		20200320 20210320 20220321 20230321 20240320 20250320 20260320 20270321 20280320 20290320 20300320 20310321 20320320 20330320 20340320 20350321 20360320
JP	*	Showa Day	昭和の日	public		04-29
JP	*	Constitution Day	憲法記念日	public		05-03
JP	*	Greenery Day	みどりの日	public		05-04
JP	*	Children's Day	こどもの日	public		05-05
JP	*	Constitution Day (substitute day)	憲法記念日 (振替休日)	public	s	20200506 20260506
JP	*	Marine Day	海の日	public		20200723 20210722 20220718 20230717 20240715 20250721 20260720 20270719 20280717 20290716 20300715 20310721 20320719 20330718 20340717 20350716 20360721
JP	*	Sports Day	スポーツの日	public		20200724 20210723 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
JP	*	Mountain Day	山の日	public		20200810 20210808 20220811 20230811 20240811 20250811 20260811 20270811 20280811 20290811 20300811 20310811 20320811 20330811 20340811 20350811 20360811
JP	*	Respect-for-the-Aged Day	敬老の日	public		20200921 20210920 20220919 20230918 20240916 20250915 20260921 20270920 20280918 20290917 20300916 20310915 20320920 20330919 20340918 20350917 20360915
JP	*	Autumnal Equinox Day	秋分の日	public		20200922 20210923 20220923 20230923 20240922 20250923 20260923 20270923 20280922 20290923 20300923 20310923 20320922 20330923 20340923 20350923 20360922
JP	*	Culture Day	文化の日	public		11-03
JP	*	Seven-Five-Three Festival	七五三	observance		11-15
JP	*	Labor Thanksgiving Day	勤労感謝の日	public		11-23
JP	*	Christmas Day	クリスマス	observance		12-25
JP	*	New Year's Eve	大晦日	bank		12-31
JP	*	Mountain Day (substitute day)	山の日 (振替休日)	public	s	20210809 20240812 20300812
JP	*	New Year's Day (substitute day)	元日 (振替休日)	public	s	20230102 20340102
JP	*	Foundation Day (substitute day)	建国記念の日 (振替休日)	public	s	20240212 20290212 20350212
JP	*	Children's Day (substitute day)	こどもの日 (振替休日)	public	s	20240506 20300506
JP	*	Autumnal Equinox Day (substitute day)	秋分の日 (振替休日)	public	s	20240923 20290924 20350924
JP	*	Culture Day (substitute day)	文化の日 (振替休日)	public	s	20241104 20301104
JP	*	Greenery Day (substitute day)	みどりの日 (振替休日)	public	s	20250506 20310506 20360506
JP	*	Labor Thanksgiving Day (substitute day)	勤労感謝の日 (振替休日)	public	s	20251124 20311124 20361124
JP	*	Citizens' Holiday	国民の休日	public		20260922
JP	*	Spring Equinox Day (substitute day)	春分の日 (振替休日)	public	s	20270322 20330321
JP	*	Showa Day (substitute day)	昭和の日 (振替休日)	public	s	20290430 20350430
KE	*	New Year's Day	Mwaka mpya	public		01-01
KE	*	Good Friday	Ijumaa Kuu	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
KE	*	Easter Sunday	Pasaka	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
KE	*	Easter Monday	Jumatatu ya Pasaka	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
KE	*	Labour Day		public		05-01
KE	*	End of Ramadan (Eid al-Fitr)	Idd-ul-Fitr	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
KE	*	Madaraka Day	Siku ya Madaraka	public		06-01
KE	*	Feast of the Sacrifice (Eid al-Adha)	Idd-ul-Azha	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
KE	*	Moi Day		public		10-10
KE	*	Mashujaa Day	Siku ya Mashujaa	public		10-20
KE	*	Jamhuri Day	Siku ya Jamhuri	public		12-12
KE	*	Christmas Day	Krismasi	public		12-25
KE	*	Boxing Day		public		12-26
KE	*	Moi Day (substitute day)		public	s	20211011 20271011 20321011
KE	*	Jamhuri Day (substitute day)	Siku ya Jamhuri (substitute day)	public	s	20211213 20271213 20321213
KE	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
KE	*	Labour Day (substitute day)		public	s	20220502 20330502
KE	*	Christmas Day (substitute day)	Krismasi (substitute day)	public	s	20221227 20331227
KE	*	New Year's Day (substitute day)	Mwaka mpya (substitute day)	public	s	20230102 20340102
KE	*	Mashujaa Day (substitute day)	Siku ya Mashujaa (substitute day)	public	s	20241021 20301021
KE	*	Madaraka Day (substitute day)	Siku ya Madaraka (substitute day)	public	s	20250602 20310602 20360602
KM	*	New Year's Day	Nouvel An	public		01-01
KM	*	Cheikh Al Maarouf Day	Journée de Cheikh Al Maarouf	public		03-18
KM	*	Laylat al-Mi'raj	الإسراء والمعراج	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
KM	*	Labour Day	Fête du travail	public		05-01
KM	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
KM	*	Independence Day	Jour de l’Indépendance	public		07-06
KM	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20200801 20210720 20210721 20220709 20220710 20230628 20230629 20240616 20240617 20250606 20250607 20260527 20260528 20270516 20270517 20280505 20280506 20290424 20290425 20300413 20300414 20310402 20310403 20320322 20320323 20330311 20330312 20340301 20340302 20350218 20350219 20360207 20360208
KM	*	Islamic New Year	Nouvel an islamique	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
KM	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
KM	*	Maore Day	Journée Maoré	public		11-12
KN	*	New Year's Day		public		01-01
KN	*	Carnival Day		public		01-02
KN	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
KN	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
KN	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
KN	*	Labour Day		public		20200504 20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
KN	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
KN	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
KN	*	Emancipation Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
KN	*	Culturama Day		public		20200804 20210803 20220802 20230801 20240806 20250805 20260804 20270803 20280801 20290807 20300806 20310805 20320803 20330802 20340801 20350807 20360805
KN	*	National Heroes' Day		public		09-16
KN	*	Independence Day		public		20200919 20210920 20220919 20230919 20240919 20250919 20260919 20270920 20280919 20290919 20300919 20310919 20320920 20330919 20340919 20350919 20360919
KN	*	Christmas Day		public		12-25
KN	*	Boxing Day		public		12-26
KN	*	New Year's Day (substitute day)		public	s	20220103 20280103 20330103
KN	*	National Heroes' Day (substitute day)		public	s	20290917 20350917
KR	*	New Year's Day	신정	public		01-01
KR	*	Korean New Year	설날	public		20200125 20200126 20200127 20210212 20210213 20210214 20220201 20220202 20220203 20230122 20230123 20230124 20240210 20240211 20240212 20250129 20250130 20250131 20260217 20260218 20260219 20270207 20270208 20270209 20280127 20280128 20280129 20290213 20290214 20290215 20300203 20300204 20300205 20310123 20310124 20310125 20320211 20320212 20320213 20330131 20330201 20330202 20340219 20340220 20340221 20350208 20350209 20350210 20360128 20360129 20360130
KR	*	Korean New Year (substitute day)	설날 (대체공휴일)	public	s	20200127 20230124 20240212 20270209 20300205 20330202 20340221 20360130
KR	*	Independence Movement Day	3·1절	public		03-01
KR	*	Buddha's Birthday	석가탄신일	public		20200430 20210519 20220508 20230527 20240515 20250505 20260524 20270513 20280502 20290520 20300509 20310528 20320516 20330506 20340525 20350515 20360503
KR	*	Children's Day	어린이날	public		05-05
KR	*	Memorial Day	현충일	public		06-06
KR	*	Constitution Day	제헌절	observance		20200717 20210717 20220717 20230717 20240717 20250717
KR	*	Liberation Day	광복절	public		08-15
KR	*	Korean Thanksgiving	추석	public		20200930 20201001 20201002 20210920 20210921 20210922 20220909 20220910 20220911 20230928 20230929 20230930 20240916 20240917 20240918 20251005 20251006 20251007 20260924 20260925 20260926 20270914 20270915 20270916 20281002 20281003 20281004 20290921 20290922 20290923 20300911 20300912 20300913 20310930 20311001 20311002 20320918 20320919 20320920 20331006 20331007 20331008 20340926 20340927 20340928 20350915 20350916 20350917 20361003 20361004 20361005
KR	*	National Foundation Day	개천절	public		10-03
KR	*	Hangul Day	한글날	public		10-09
KR	*	Christmas Day	기독탄신일	public		12-25
KR	*	Liberation Day (substitute day)	광복절 (대체공휴일)	public	s	20210816 20260817 20270816 20320816
KR	*	National Foundation Day (substitute day)	개천절 (대체공휴일)	public	s	20211004 20261005 20271004 20281005 20321004 20361006
KR	*	Hangul Day (substitute day)	한글날 (대체공휴일)	public	s	20211011 20221010 20271011 20321011 20331010
KR	*	Korean Thanksgiving (substitute day)	추석 (대체공휴일)	public	s	20220912 20251008 20281005 20290924 20320921 20350918 20361006 20361007
KR	*	Buddha's Birthday (substitute day)	석가탄신일 (대체공휴일)	public	s	20230529 20250506 20260525 20290521 20320517 20360505
KR	*	Children's Day (substitute day)	어린이날 (대체공휴일)	public	s	20240506 20250506 20290507 20300506 20350507
KR	*	Independence Movement Day (substitute day)	3·1절 (대체공휴일)	public	s	20250303 20260302 20310303 20360303
KR	*	Constitution Day	제헌절	public		20260717 20270717 20280717 20290717 20300717 20310717 20320717 20330717 20340717 20350717 20360717
KR	*	Constitution Day (substitute day)	제헌절 (대체공휴일)	public	s	20270719 20320719 20330718
KR	*	Christmas Day (substitute day)	기독탄신일 (대체공휴일)	public	s	20271227 20321227 20331226
KY	*	New Year's Day		public		01-01
KY	*	National Heroes Day		public		20200127 20210125 20220124 20230123 20240122 20250127 20260126 20270125 20280124 20290122 20300128 20310127 20320126 20330124 20340123 20350122 20360128
KY	*	Ash Wednesday		public		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
KY	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
KY	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
KY	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
KY	*	Discovery Day		public		20200518 20210517 20220516 20230515 20240520 20250519 20260518 20270517 20280515 20290521 20300520 20310519 20320517 20330516 20340515 20350521 20360519
KY	*	Queen's Birthday		public		20200615 20210614 20220620 20230619 20240617 20250616 20260615
KY	*	Constitution Day		public		07-02
KY	*	Christmas Day		public		12-25
KY	*	Boxing Day		public		12-26
KY	*	General Election Day		public		20210414
KY	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
KZ	*	New Year's Day	Жаңа жыл	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
KZ	*	Orthodox Christmas	Рождество Христово	public		01-07
KZ	*	International Women's Day	Халықаралық әйелдер күні	public		03-08
KZ	*	International Women's Day (substitute day)	Халықаралық әйелдер күні (substitute day)	public	s	20200309 20250310 20260309 20310310 20360310
KZ	*	Nauryz	Наурыз мейрамы	public		20200321 20200322 20200323 20210321 20210322 20210323 20220321 20220322 20220323 20230321 20230322 20230323 20240321 20240322 20240323 20250321 20250322 20250323 20260321 20260322 20260323 20270321 20270322 20270323 20280321 20280322 20280323 20290321 20290322 20290323 20300321 20300322 20300323 20310321 20310322 20310323 20320321 20320322 20320323 20330321 20330322 20330323 20340321 20340322 20340323 20350321 20350322 20350323 20360321 20360322 20360323
KZ	*	Nauryz (substitute day)	Наурыз мейрамы (substitute day)	public	s	20200323 20200324 20210323 20240325 20250324 20250325 20260323 20260324 20270323 20300325 20310324 20310325 20320323 20360324 20360325
KZ	*	People's Unity Day	Қазақстан халқының бірлігі күні	public		05-01
KZ	*	Defender of the Fatherland Day	Отан Қорғаушы күні	public		05-07
KZ	*	Victory Day	Жеңіс күні	public		05-09
KZ	*	Victory Day (substitute day)	Жеңіс күні (substitute day)	public	s	20200511 20210510 20260511 20270510 20320510
KZ	*	Capital City Day	Астана күні	public		07-06
KZ	*	Eid al-Adha	Құрбан айт	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
KZ	*	Constitution Day	Конституция күні	public		20200830 20210830 20220830 20230830 20240830 20250830 20260315 20270315 20280315 20290315 20300315 20310315 20320315 20330315 20340315 20350315 20360315
KZ	*	Constitution Day (substitute day)	Конституция күні (substitute day)	public	s	20200831 20250901 20260316 20310317 20360317
KZ	*	First President's Day	Тұңғыш Президент күні	public		20201201 20211201
KZ	*	Independence Day	Тәуелсіздік күні	public		20201216 20201217 20211216 20211217 20221216 20231216 20241216 20251216 20261216 20271216 20281216 20291216 20301216 20311216 20321216 20331216 20341216 20351216 20361216
KZ	*	New Year's Day (substitute day)	Жаңа жыл (substitute day)	public	s	20210104 20220103 20220104 20230103 20270104 20280103 20280104 20330103 20330104 20340103
KZ	*	People's Unity Day (substitute day)	Қазақстан халқының бірлігі күні (substitute day)	public	s	20210503 20220502 20270503 20320503 20330502
KZ	*	Defender of the Fatherland Day (substitute day)	Отан Қорғаушы күні (substitute day)	public	s	20220509 20230508 20280508 20330509 20340508
KZ	*	Republic Day	Республика күні	public		20221025 20231025 20241025 20251025 20261025 20271025 20281025 20291025 20301025 20311025 20321025 20331025 20341025 20351025 20361025
KZ	*	Independence Day (substitute day)	Тәуелсіздік күні (substitute day)	public	s	20231218 20281218 20291218 20341218 20351218
KZ	*	Capital City Day (substitute day)	Астана күні (substitute day)	public	s	20240708 20250707 20300708 20310707 20360707
KZ	*	Republic Day (substitute day)	Республика күні (substitute day)	public	s	20251027 20261026 20311027 20361027
LC	*	New Year's Day		public		01-01
LC	*	Second New Year's Day		public		01-02
LC	*	Independence Day		public		02-22
LC	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LC	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LC	*	Labour Day		public		05-01
LC	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
LC	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
LC	*	Carnival		public		20200710 20200711 20200712 20200713 20210716 20210717 20210718 20210719 20220715 20220716 20220717 20220718 20230714 20230715 20230716 20230717 20240712 20240713 20240714 20240715 20250711 20250712 20250713 20250714 20260710 20260711 20260712 20260713 20270716 20270717 20270718 20270719 20280714 20280715 20280716 20280717 20290713 20290714 20290715 20290716 20300712 20300713 20300714 20300715 20310711 20310712 20310713 20310714 20320716 20320717 20320718 20320719 20330715 20330716 20330717 20330718 20340714 20340715 20340716 20340717 20350713 20350714 20350715 20350716 20360711 20360712 20360713 20360714
LC	*	Emancipation Day		public		08-01
LC	*	Thanksgiving		public		20201005 20211004 20221003 20231002 20241007 20251006 20261005 20271004 20281002 20291001 20301007 20311006 20321004 20331003 20341002 20351001 20361006
LC	*	National Day		public		12-13
LC	*	Christmas Day		public		12-25
LC	*	Boxing Day		public		12-26
LI	*	New Year's Day	Neujahr	public		01-01
LI	*	Berchtold Day	Berchtoldstag	bank		01-02
LI	*	Epiphany	Heilige Drei Könige	public		01-06
LI	*	Candlemas	Lichtmess	observance		02-02
LI	*	Shrove Tuesday	Faschingsdienstag	bank		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
LI	*	Saint Joseph	Josefstag	observance		03-19
LI	*	Good Friday	Karfreitag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LI	*	Easter Sunday	Ostersonntag	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
LI	*	Easter Monday	Ostermontag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LI	*	Labour Day	Tag der Arbeit	public		05-01
LI	*	Mother's Day	Muttertag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
LI	*	Ascension Day	Auffahrt	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
LI	*	Feiertagsbrücke		public		20200522 20200612 20210514 20210604 20220527 20220617 20230519 20230609 20240510 20240531 20250530 20250620 20260515 20260605 20270507 20270528 20280526 20280616 20290511 20290601 20300531 20300621 20310523 20310613 20320507 20320528 20330527 20330617 20340519 20340609 20350504 20350525 20360523 20360613
LI	*	Pentecost	Pfingstsonntag	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
LI	*	Whit Monday	Pfingstmontag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
LI	*	Corpus Christi	Fronleichnam	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
LI	*	Staatsfeiertag		observance		08-15
LI	*	Mariä Geburt		public		09-08
LI	*	All Saints' Day	Allerheiligen	observance		11-01
LI	*	Immaculate Conception	Mariä Empfängnis	public		12-08
LI	*	Christmas Eve	Heiliger Abend	bank		12-24
LI	*	Christmas Day	Weihnachten	public		12-25
LI	*	Boxing Day	Stephanstag	public		12-26
LI	*	New Year's Eve	Silvester	bank		12-31
LK	*	New Year's Day	නව වසර	public		01-01
LK	*	Duruthu Full Moon Poya Day	දුරුතු පුර පසළොස්වක පෝය දිනය	public		01-03
LK	*	Tamil Thai Pongal Day	දෙමළ තෛ පොංගල් දිනය	public		01-15
LK	*	Navam Full Moon Poya Day	නවම් පුර පසළොස්වක පෝය දිනය	public		02-01
LK	*	National Day	ජාතික දිනය	public		02-04
LK	*	Mahasivarathri Day	මහා ශිවරාත්‍රී දිනය	public		02-15
LK	*	Madin Full Moon Poya Day	මැදින් පුර පසළොස්වක පෝය දිනය	public		03-02
LK	*	Id-Ul-Fitr (Ramazan Festival Day)	ඊදුල් ෆිතර් (රාමසාන් උත්සව දිනය)	public		03-21
LK	*	Bak Full Moon Poya Day	බක් පුර පසළොස්වක පෝය දිනය	public		04-01
LK	*	Good Friday	මහ සිකුරාදා	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LK	*	Day before Sinhala and Tamil New Year	සිංහල හා දෙමළ අලුත් අවුරුදු පූර්ව දිනය	public		04-13
LK	*	Sinhala and Tamil New Year	සිංහල හා දෙමළ අලුත් අවුරුද්ද	public		04-14
LK	*	Labour Day and Vesak Full Moon Poya Day	කම්කරු දිනය සහ වෙසක් පුර පසළොස්වක පෝය දිනය	public		05-01
LK	*	Day following Vesak Full Moon Poya Day	වෙසක් පෝය දිනට පසු දිනය	public		05-02
LK	*	Id-Ul-Alha (Hadji Festival Day)	ඊදුල් අල්හා (හජ්ජි උත්සව දිනය)	public		05-28
LK	*	Adhi Poson Full Moon Poya Day	අධි පොසොන් පුර පසළොස්වක පෝය දිනය	public		05-30
LK	*	Poson Full Moon Poya Day	පොසොන් පුර පසළොස්වක පෝය දිනය	public		06-29
LK	*	Esala Full Moon Poya Day	ඇසළ පුර පසළොස්වක පෝය දිනය	public		07-29
LK	*	Milad-Un-Nabi (Holy Prophet's Birthday)	මිලාද්-උන්-නබි (නබි නායකතුමාගේ උපන් දිනය)	public		08-26
LK	*	Nikini Full Moon Poya Day	නිකිණි පුර පසළොස්වක පෝය දිනය	public		08-27
LK	*	Binara Full Moon Poya Day	බිනර පුර පසළොස්වක පෝය දිනය	public		09-26
LK	*	Vap Full Moon Poya Day	වප් පුර පසළොස්වක පෝය දිනය	public		10-25
LK	*	Deepavali Festival Day	දීපවාලි උත්සව දිනය	public		11-08
LK	*	Il Full Moon Poya Day	ඉල් පුර පසළොස්වක පෝය දිනය	public		11-24
LK	*	Unduvap Full Moon Poya Day	උඳුවප් පුර පසළොස්වක පෝය දිනය	public		12-23
LK	*	Christmas Day	නත්තල් දිනය	public		12-25
LR	*	New Year's Day		public		01-01
LR	*	Armed Forces Day		public		02-11
LR	*	Decoration Day		public		20200311 20210310 20220309 20230308 20240313 20250312 20260311 20270310 20280308 20290314 20300313 20310312 20320310 20330309 20340308 20350314 20360312
LR	*	J. J. Robert's Day		public		03-15
LR	*	Fast and Prayer Day		public		20200410 20210409 20220408 20230414 20240412 20250411 20260410 20270409 20280414 20290413 20300412 20310411 20320409 20330408 20340414 20350413 20360411
LR	*	National Unification Day		public		05-14
LR	*	Independence Day		public		07-26
LR	*	Flag Day		public		08-24
LR	*	Thanksgiving		public		20201105 20211104 20221103 20231102 20241107 20251106 20261105 20271104 20281102 20291101 20301107 20311106 20321104 20331103 20341102 20351101 20361106
LR	*	William Tubman's Birthday		public		11-29
LR	*	Christmas Day		public		12-25
LS	*	New Year's Day		public		01-01
LS	*	Moshoeshoe Day		public		03-11
LS	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LS	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LS	*	Workers' Day		public		05-01
LS	*	Ascension Day		public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
LS	*	Africa Day/ Heroes' Day		public		05-25
LS	*	King Letsie III's Birthday		public		07-17
LS	*	Independence Day		public		10-04
LS	*	Christmas Day		public		12-25
LS	*	Boxing Day		public		12-26
LT	*	New Year's Day	Naujieji metai	public		01-01
LT	*	Day of Restoration of the State of Lithuania	Lietuvos valstybės atkūrimo diena	public		02-16
LT	*	Day of Restoration of Independence of Lithuania	Lietuvos nepriklausomybės atkūrimo diena	public		03-11
LT	*	Easter Sunday	Velykos	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
LT	*	Easter Monday	Velykų pirmadienis	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LT	*	Labour Day	Tarptautinė darbo diena	public		05-01
LT	*	Mother's Day	Motinos diena	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
LT	*	Father's Day	Tėvo diena	observance		20200607 20210606 20220605 20230604 20240602 20250601 20260607 20270606 20280604 20290603 20300602 20310601 20320606 20330605 20340604 20350603 20360601
LT	*	St. John's Day	Joninės, Rasos	public		06-24
LT	*	Statehood Day	Valstybės diena	public		07-06
LT	*	Assumption	Žolinė	public		08-15
LT	*	All Saints' Day	Visų šventųjų diena	public		11-01
LT	*	All Souls' Day	Vėlinės	public		11-02
LT	*	Christmas Eve	Šv. Kūčios	public		12-24
LT	*	Christmas Day	Šv. Kalėdos	public		12-25
LT	*	Boxing Day	2. Kalėdų diena	public		12-26
LU	*	New Year's Day	Nouvel An	public		01-01
LU	*	Good Friday	Vendredi saint	observance		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LU	*	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
LU	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LU	*	Labour Day	1er mai	public		05-01
LU	*	Europe Day	Journée de l’Europe	public		05-09
LU	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
LU	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
LU	*	National Holiday	Fête nationale	public		06-23
LU	*	Assumption	Assomption	public		08-15
LU	*	All Saints' Day	Toussaint	public		11-01
LU	*	Christmas Day	Noël	public		12-25
LU	*	Boxing Day	Lendemain de Noël	public		12-26
LV	*	New Year's Day	Jaunais Gads	public		01-01
LV	*	Good Friday	Lielā Piektdiena	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
LV	*	Easter Sunday	Lieldienas	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
LV	*	Easter Monday	Otrās Lieldienas	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
LV	*	Labour Day	Darba svētki	public		05-01
LV	*	Restoration of Independence day	Latvijas Republikas Neatkarības atjaunošanas diena	public		05-04
LV	*	Mother's Day	Mātes diena	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
LV	*	Midsummer Eve	Līgo Diena	public		06-23
LV	*	Midsummer	Jāņi	public		06-24
LV	*	Republic Day	Latvijas Republikas proklamēšanas diena	public		11-18
LV	*	Christmas Eve	Ziemassvētku vakars	public		12-24
LV	*	Christmas Day	Ziemassvētki	public		12-25
LV	*	Boxing Day	Otrie Ziemassvētki	public		12-26
LV	*	New Year's Eve	Vecgada vakars	public		12-31
LV	*	Bronze medal of the Latvian hockey team at the 2023 World Hockey Championship	Latvijas hokeja komandas 2023. gada Pasaules hokeja čempionātā bronzas medaļa	public		20230529
LV	*	Republic Day (substitute day)	Latvijas Republikas proklamēšanas diena (aizstājējs diena)	public	s	20231120 20281120 20291119 20341120 20351119
LV	*	Restoration of Independence day (substitute day)	Latvijas Republikas Neatkarības atjaunošanas diena (aizstājējs diena)	public	s	20240506 20250505 20300506 20310505 20360505
LY	*	Revolution Day	يوم الثورة	public		02-17
LY	*	Labour Day	يوم العمال	public		05-01
LY	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
LY	*	Arafat Day	يوم عرفة	public		20200730 20210719 20220708 20230627 20240615 20250605 20260526 20270515 20280504 20290423 20300412 20310401 20320321 20330310 20340228 20350217 20360206
LY	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
LY	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
LY	*	Martyrs' Day	يوم الشهداء	public		09-16
LY	*	Liberation Day	يوم التحرير	public		10-23
LY	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
LY	*	Independence Day	عيد الاستقلال	public		12-24
MA	*	New Year's Day	عيد رأس السنة	public		01-01
MA	*	Anniversary of the Independence Manifesto	ذكرى تقديم وثيقة الاستقلال	public		01-11
MA	*	Labour Day	يوم العمال	public		05-01
MA	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MA	*	Feast of the Throne	عيد العرش	public		07-30
MA	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
MA	*	Anniversary of the Recovery Oued Ed-Dahab	يوم وادي الذهب	public		08-14
MA	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
MA	*	Anniversary of the Revolution of the King and the People	ثورة الملك والشعب	public		08-20
MA	*	Youth Day	عيد الشباب	public		08-21
MA	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
MA	*	Anniversary of the Green March	المسيرة الخضراء	public		11-06
MA	*	Independence Day	عيد الاستقلال	public		11-18
MC	*	New Year's Day	Nouvel An	public		01-01
MC	*	Saint Devota's Day	Sainte Dévote	public		01-27
MC	*	Good Friday	Vendredi saint	observance		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MC	*	Easter Sunday	Pâques	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
MC	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MC	*	Labour Day	1er mai	public		05-01
MC	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
MC	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
MC	*	Corpus Christi	la Fête-Dieu	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
MC	*	Assumption	Assomption	public		08-15
MC	*	All Saints' Day	Toussaint	public		11-01
MC	*	H.S.H. the Sovereign Prince's Day	La Fête du Prince	public		11-19
MC	*	Immaculate Conception	Immaculée Conception	public		12-08
MC	*	Christmas Day	Noël	public		12-25
MC	*	Labour Day (substitute day)	1er mai (jour substitut)	public	s	20220502 20330502
MC	*	Christmas Day (substitute day)	Noël (jour substitut)	public	s	20221226 20331226
MC	*	H.S.H. the Sovereign Prince's Day (substitute day)	La Fête du Prince (jour substitut)	public	s	20231120 20281120 20341120
MC	*	Saint Devota's Day (substitute day)	Sainte Dévote (jour substitut)	public	s	20300128 20360128
MD	*	New Year's Day	Anul nou	public		01-01
MD	*	Orthodox Christmas	Craciun pe Rit Vechi	public		20200107 20200108 20210107 20210108 20220107 20220108 20230107 20230108 20240107 20240108 20250107 20250108 20260107 20260108 20270107 20270108 20280107 20280108 20290107 20290108 20300107 20300108 20310107 20310108 20320107 20320108 20330107 20330108 20340107 20340108 20350107 20350108 20360107 20360108
MD	*	International Women's Day	Ziua Internationala a Femeii	public		03-08
MD	*	Easter Sunday	Paștele	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
MD	*	Easter Monday	A doua zi de Paști	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
MD	*	Memorial Day	Paştele Blăjinilor	public		20200427 20210510 20220502 20230424 20240513 20250428 20260420 20270510 20280424 20290416 20300506 20310421 20320510 20330502 20340417 20350507 20360428
MD	*	Labour Day	Ziua muncii	public		05-01
MD	*	Victory Day	Ziua Victoriei	public		05-09
MD	*	Independence Day	Ziua Independentei	public		08-27
MD	*	National Language Day	Limba noastră	public		08-31
MD	*	Wine Day	Ziua vinului	observance		20201003 20201004 20211002 20211003 20221001 20221002 20231007 20231008 20241005 20241006 20251004 20251005 20261003 20261004 20271002 20271003 20281007 20281008 20291006 20291007 20301005 20301006 20311004 20311005 20321002 20321003 20331001 20331002 20341007 20341008 20351006 20351007 20361004 20361005
MD	*	Christmas Day	Craciun pe stil Nou	public		12-25
MD	CA	Cahul Day	Ziua Cahul	public		11-21
MD	CU	Capital's Day	Ziua capitalului	public		10-14
ME	*	New Year's Day	Nova godina	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
ME	*	Christmas Eve	Badnji dan	public		20200106 20201224 20210106 20211224 20220106 20221224 20230106 20231224 20240106 20241224 20250106 20251224 20260106 20261224 20270106 20271224 20280106 20281224 20290106 20291224 20300106 20301224 20310106 20311224 20320106 20321224 20330106 20331224 20340106 20341224 20350106 20351224 20360106 20361224
ME	*	Christmas Day	Božić	public		20200107 20201225 20201226 20210107 20211225 20211226 20220107 20221225 20221226 20230107 20231225 20231226 20240107 20241225 20241226 20250107 20251225 20251226 20260107 20261225 20261226 20270107 20271225 20271226 20280107 20281225 20281226 20290107 20291225 20291226 20300107 20301225 20301226 20310107 20311225 20311226 20320107 20321225 20321226 20330107 20331225 20331226 20340107 20341225 20341226 20350107 20351225 20351226 20360107 20361225 20361226
ME	*	Boxing Day	Svetog Stjepana	public		01-08
ME	*	Orthodox New Year	Pravoslavna Nova Godina	observance		01-14
ME	*	Laylat al-Mi'raj	Lejletul Mi'radž	observance		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
ME	*	Laylat al-Bara'at	Lejletul berat	observance		20200408 20210328 20220318 20230307 20240225 20250214 20260203 20270123 20280112 20281231 20291221 20301210 20311130 20321118 20331107 20341027 20351016 20361005
ME	*	Pesach	Pesač	public		20200409 20200410 20210328 20220416 20220417 20230406 20230407 20240423 20240424 20250413 20250414 20260402 20260403 20270422 20270423 20280411 20280412 20290331 20290401 20300418 20300419 20310408 20310409 20320327 20330414 20330415 20340404 20340405 20350424 20350425 20360412 20360413
ME	*	Good Friday	Veliki petak	public		20200410 20200417 20210402 20210430 20220415 20220422 20230407 20230414 20240329 20240503 20250418 20260403 20260410 20270326 20270430 20280414 20290330 20290406 20300419 20300426 20310411 20320326 20320430 20330415 20330422 20340407 20350323 20350427 20360411 20360418
ME	*	Easter Sunday	Uskrs	public		20200412 20200413 20200419 20210404 20210405 20210502 20220417 20220418 20220424 20230409 20230410 20230416 20240331 20240401 20240505 20250420 20250421 20260405 20260406 20260412 20270328 20270329 20270502 20280416 20280417 20290401 20290402 20290408 20300421 20300422 20300428 20310413 20310414 20320328 20320329 20320502 20330417 20330418 20330424 20340409 20340410 20350325 20350326 20350429 20360413 20360414 20360420
ME	*	First day of Ramadan	Prvi dan posta	observance		20200424 20210413 20220402 20230323 20240311 20250301 20260218 20270208 20280128 20290116 20300105 20301226 20311215 20321204 20331123 20341112 20351101 20361020
ME	*	Labour Day	Praznik rada	public		20200501 20200502 20210501 20210502 20220501 20220502 20230501 20230502 20240501 20240502 20250501 20250502 20260501 20260502 20270501 20270502 20280501 20280502 20290501 20290502 20300501 20300502 20310501 20310502 20320501 20320502 20330501 20330502 20340501 20340502 20350501 20350502 20360501 20360502
ME	*	Laylat al-Qadr	Lejletul kadr	observance		20200520 20210509 20220428 20230418 20240406 20250327 20260316 20270306 20280223 20290211 20300131 20310121 20320110 20321230 20331219 20341208 20351127 20361115
ME	*	Independence Day	Dan neovisnosti	public		20200521 20200522 20210521 20210522 20220521 20220522 20230521 20230522 20240521 20240522 20250521 20250522 20260521 20260522 20270521 20270522 20280521 20280522 20290521 20290522 20300521 20300522 20310521 20310522 20320521 20320522 20330521 20330522 20340521 20340522 20350521 20350522 20360521 20360522
ME	*	End of Ramadan (Eid al-Fitr)	Ramazanski bajram	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
ME	*	Statehood Day	Dan državnosti	public		20200713 20200714 20210713 20210714 20220713 20220714 20230713 20230714 20240713 20240714 20250713 20250714 20260713 20260714 20270713 20270714 20280713 20280714 20290713 20290714 20300713 20300714 20310713 20310714 20320713 20320714 20330713 20330714 20340713 20340714 20350713 20350714 20360713 20360714
ME	*	Feast of the Sacrifice (Eid al-Adha)	Kurban-bajram	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
ME	*	Assumption	Velika Gospa	observance		08-15
ME	*	Islamic New Year	Nova hidžretska godina	observance		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
ME	*	Rosh Hashanah	Roš Hašane	observance		20200919 20210907 20220926 20230916 20241003 20250923 20260912 20271002 20280921 20290910 20300928 20310918 20320906 20330924 20340914 20351004 20360922
ME	*	Yom Kippur	Jom Kipur	public		20200928 20200929 20210916 20210917 20221005 20221006 20230925 20230926 20241012 20241013 20251002 20251003 20260921 20260922 20271011 20271012 20280930 20281001 20290919 20290920 20301007 20301008 20310927 20310928 20320915 20320916 20331003 20331004 20340923 20340924 20351013 20351014 20361001 20361002
ME	*	Birthday of Muhammad (Mawlid)	Mevlud	observance		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
ME	*	All Saints' Day	Svi sveti	public		11-01
ME	*	Labour Day (substitute day)	Praznik rada (zamjena dan)	public	s	20210503 20220503 20270503 20320503 20330503
ME	*	New Year's Day (substitute day)	Nova godina (zamjena dan)	public	s	20220103 20230103 20280103 20330103 20340103
ME	*	Independence Day (substitute day)	Dan neovisnosti (zamjena dan)	public	s	20220523 20230523 20280523 20330523 20340523
ME	*	Statehood Day (substitute day)	Dan državnosti (zamjena dan)	public	s	20240715 20250715 20300715 20310715 20360715
MF	*	New Year's Day	Nouvel An	public		01-01
MF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MF	*	Labour Day	Fête du travail	public		05-01
MF	*	Victory Day	Fête de la Victoire 1945	public		05-08
MF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
MF	*	Abolition of Slavery	Abolition de l’esclavage	public		05-27
MF	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
MF	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
MF	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
MF	*	Bastille Day	Fête Nationale de la France	public		07-14
MF	*	Assumption	Assomption	public		08-15
MF	*	All Saints' Day	Toussaint	public		11-01
MF	*	Armistice Day	Armistice 1918	public		11-11
MF	*	Christmas Day	Noël	public		12-25
MG	*	New Year's Day	Taom-baovao	public		01-01
MG	*	International Women's Day	Andro iraisam-pirenena ho an'ny vehivavy	public		03-08
MG	*	Martyrs' Day	Martioran'ny tolona tamin'ny 1947	public		03-29
MG	*	Easter Sunday	Pâques	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
MG	*	Easter Monday	Alatsinain'ny Paska	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MG	*	Labour Day	Fetin'ny asa	public		05-01
MG	*	Ascension Day	Andro niakarana	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
MG	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MG	*	Africa Day	Andron'i Afrika	public		05-25
MG	*	Whit Monday	Alatsinain'ny Pentekosta	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
MG	*	Independence Day	Fetim-pirenena	public		06-26
MG	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
MG	*	Assumption	Asompsiona	public		08-15
MG	*	All Saints' Day	Fetin'ny olo-masina	public		11-01
MG	*	Christmas Day	Krismasy	public		12-25
MK	*	New Year's Day	Нова Година	public		01-01
MK	*	Orthodox Christmas Eve	Бадник	optional		01-06
MK	*	Orthodox Christmas	Прв ден Божик	public		01-07
MK	*	Epiphany	Богојавление	optional		01-19
MK	*	St. Sava	Свети Сава	optional		01-27
MK	*	International Roma Day	Меѓународен ден на Ромите	optional		04-08
MK	*	Easter Monday	вториот ден на Велигден	optional		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MK	*	Orthodox Good Friday	Велики Петок	optional		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
MK	*	Orthodox Easter	Прв ден Велигден	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
MK	*	Orthodox Easter Monday	Втор ден Велигден	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
MK	*	Labour Day	Ден на трудот	public		05-01
MK	*	National Day of Authorities	Национален ден на Властите	optional		05-23
MK	*	End of Ramadan (Eid al-Fitr)	Рамазан Бајрам	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MK	*	Saints Cyril and Methodius Day	Св. Кирил и Методиј	public		05-24
MK	*	End of Ramadan (Eid al-Fitr) (substitute day)	Рамазан Бајрам (заменет ден)	public	s	20200525 20250331 20330103
MK	*	Saints Cyril and Methodius Day (substitute day)	Св. Кирил и Методиј (заменет ден)	public	s	20200525 20260525
MK	*	Friday before Pentecost	петок пред Духовден	optional		20200605 20210618 20220610 20230602 20240621 20250606 20260529 20270618 20280602 20290525 20300614 20310530 20320618 20330610 20340526 20350615 20360606
MK	*	Pentecost	Духовден	optional		20200607 20210620 20220612 20230604 20240623 20250608 20260531 20270620 20280604 20290527 20300616 20310601 20320620 20330612 20340528 20350617 20360608
MK	*	Feast of the Sacrifice (Eid al-Adha)	Курбан Бајрам	optional		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
MK	*	Day of the Republic	Ден на Републиката	public		08-02
MK	*	Day of the Republic (substitute day)	Ден на Републиката (заменет ден)	public	s	20200803 20260803
MK	*	Assumption	Успение на Пресвета Богородица	optional		08-28
MK	*	Independence Day	Ден на независноста	public		09-08
MK	*	Yom Kippur	Јом Кипур	optional		20200928 20210916 20221005 20230925 20241012 20251002 20260921 20271011 20280930 20290919 20301007 20310927 20320915 20331003 20340923 20351013 20361001
MK	*	International Day of Bosniaks	Меѓународен ден на Бошњаците	optional		09-28
MK	*	Revolution Day	Ден на востанието	public		10-11
MK	*	Revolution Day (substitute day)	Ден на востанието (заменет ден)	public	s	20201012 20261012
MK	*	Day of the Macedonian Revolutionary Struggle	Ден на македонската револуционерна борба	public		10-23
MK	*	All Saints' Day	Празникот на сите светци	optional		11-01
MK	*	Day of the Albanian Alphabet	Ден на Албанската азбука	optional		11-22
MK	*	Saint Clement of Ohrid Day	Св. Климент Охридски	public		12-08
MK	*	Turkish Language Day	Ден на настава на турски јазик	optional		12-21
MK	*	Christmas Day	Католички Божиќ	optional		12-25
MK	*	Labour Day (substitute day)	Ден на трудот (заменет ден)	public	s	20220502 20330502
MK	*	Day of the Macedonian Revolutionary Struggle (substitute day)	Ден на македонската револуционерна борба (заменет ден)	public	s	20221024 20331024
MK	*	New Year's Day (substitute day)	Нова Година (заменет ден)	public	s	20230102 20340102
MK	*	Orthodox Christmas (substitute day)	Прв ден Божик (заменет ден)	public	s	20240108 20290108 20350108
MK	*	Independence Day (substitute day)	Ден на независноста (заменет ден)	public	s	20240909 20300909
MK	*	Saint Clement of Ohrid Day (substitute day)	Св. Климент Охридски (заменет ден)	public	s	20241209 20301209
ML	*	New Year's Day	Nouvel An	public		01-01
ML	*	Army Day	Fête de l'armée	public		01-20
ML	*	Martyrs' Day	Journée des Martyrs	public		03-26
ML	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
ML	*	Labour Day	Fête du travail	public		05-01
ML	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
ML	*	Jour de l'Afrique		public		05-25
ML	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
ML	*	Independence Day	Fête nationale de l'indépendance	public		09-22
ML	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
ML	*	Christmas Day	Noël	public		12-25
MQ	*	New Year's Day	Nouvel An	public		01-01
MQ	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MQ	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MQ	*	Labour Day	Fête du travail	public		05-01
MQ	*	Victory Day	Fête de la Victoire 1945	public		05-08
MQ	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
MQ	*	Abolition of Slavery	Abolition de l’esclavage	public		05-22
MQ	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
MQ	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
MQ	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
MQ	*	Bastille Day	Fête Nationale de la France	public		07-14
MQ	*	Victor Schoelcher Day	Jour de Victor Schoelcher	optional		07-21
MQ	*	Assumption	Assomption	public		08-15
MQ	*	All Saints' Day	Toussaint	public		11-01
MQ	*	Armistice Day	Armistice 1918	public		11-11
MQ	*	Christmas Day	Noël	public		12-25
MR	*	New Year's Day	عيد رأس السنة	public		01-01
MR	*	Labour Day	يوم العمال	public		05-01
MR	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MR	*	Africa Day	يوم افريقيا	public		05-25
MR	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
MR	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
MR	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
MR	*	Independence Day	عيد الاستقلال	public		11-28
MS	*	New Year's Day		public		01-01
MS	*	Saint Patrick's Day		public		03-17
MS	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MS	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MS	*	Labour Day		public		20200504 20210503 20220502 20230501 20240506 20250505 20260504 20270503 20280501 20290507 20300506 20310505 20320503 20330502 20340501 20350507 20360505
MS	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
MS	*	Queen's Birthday Celebration		public		20200615 20210614 20220613 20230612 20240610 20250609 20260615 20270614 20280612 20290611 20300610 20310609 20320614 20330613 20340612 20350611 20360609
MS	*	Emancipation Day		public		20200803 20210802 20220801 20230801 20240801 20250801 20260803 20270802 20280801 20290801 20300801 20310801 20320802 20330801 20340801 20350801 20360801
MS	*	Christmas Day		public		12-25
MS	*	Boxing Day		public		12-26
MS	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
MS	*	Festival Day		public		12-31
MS	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
MS	*	New Year's Day (substitute day)		public	s	20220103 20230103 20280103 20330103 20340103
MS	*	Festival Day (substitute day)		public	s	20230102 20240102 20290102 20340102 20350102
MS	*	Saint Patrick's Day (substitute day)		public	s	20240318 20290319 20300318 20350319
MT	*	New Year's Day	L-Ewwel tas-Sena	public		01-01
MT	*	Feast of Saint Paul's Shipwreck in Malta	Nawfraġju ta' San Pawl	public		02-10
MT	*	Saint Joseph	San Ġużepp	public		03-19
MT	*	Freedom Day	Jum il-Ħelsien	public		03-31
MT	*	Good Friday	Il-Ġimgħa l-Kbira	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MT	*	Labour Day	Jum il-Ħaddiem	public		05-01
MT	*	June 7th	Sette Giugno	public		06-07
MT	*	Saints Peter and Paul	L-Imnarja	public		06-29
MT	*	Assumption	Santa Marija	public		08-15
MT	*	Victory Day	Jum il-Vitorja	public		09-08
MT	*	Independence Day	Jum l-Indipendenza	public		09-21
MT	*	Immaculate Conception	Il-Kunċizzjoni	public		12-08
MT	*	Republic Day	Jum ir-Repubblika	public		12-13
MT	*	Christmas Day	Il-Milied	public		12-25
MU	*	New Year's Day		public		01-01
MU	*	New Year Holiday		public		01-02
MU	*	Chinese Spring Festival		public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
MU	*	Abolition of Slavery		public		02-01
MU	*	Thaipoosam Cavadee		public		20200208 20210128 20220118 20230205 20240125 20250211 20260201 20270120 20280208 20290128 20300117 20310205 20320126 20330213 20340202 20350122 20360210
MU	*	Maha Shivaratree		public		20200221 20210311 20220301 20230218 20240308 20250226 20260215 20270307 20280225 20290214 20300305 20310221 20320311 20330228 20340217 20350308 20360226
MU	*	National Day		public		03-12
MU	*	Ugadi		public		20200325 20210413 20220402 20230322 20240409 20250330 20260319 20270407 20280326 20290414 20300403 20310323 20320411 20330331 20340321 20350409 20360328
MU	*	Labour Day		public		05-01
MU	*	Eid-Ul-Fitr		public		20200524 20210513 20220502 20230421 20240410 20250331 20260321 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MU	*	Ganesh Chaturthi		public		20200822 20210910 20220831 20230918 20240907 20250828 20260916 20270905 20280824 20290912 20300901 20310920 20320909 20330829 20340917 20350907 20360826
MU	*	All Saints' Day		public		11-01
MU	*	Arrival of Indentured Labourers		public		11-02
MU	*	Divali		public		20201114 20211104 20221024 20231113 20241101 20251020 20261108 20271029 20281017 20291105 20301026 20311114 20321102 20331022 20341110 20351030 20361019
MU	*	Christmas Day		public		12-25
MW	*	New Year's Day		public		01-01
MW	*	John Chilembwe Day		public		01-15
MW	*	Martyrs' Day		public		20200303 20210303 20220303 20230303 20240303 20240304 20250303 20260303 20270303 20280303 20290303 20290305 20300303 20300304 20310303 20320303 20330303 20340303 20350303 20350305 20360303
MW	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MW	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
MW	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
MW	*	Labour Day		public		20200501 20210501 20210503 20220501 20220502 20230501 20240501 20250501 20260501 20270501 20270503 20280501 20290501 20300501 20310501 20320501 20320503 20330501 20330502 20340501 20350501 20360501
MW	*	Kamuzu Day		public		05-14
MW	*	Eid al Fitri		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
MW	*	Eid al Fitri (substitute day)		public	s	20200525 20250331 20280228 20330103 20351203
MW	*	Independence Day		public		07-06
MW	*	Mother's Day		public		10-15
MW	*	Christmas Day		public		12-25
MW	*	Christmas Day (substitute day)		public	s	20211227 20221226 20271227 20321227 20331226
MW	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
MW	*	John Chilembwe Day (substitute day)		public	s	20220117 20230116 20280117 20330117 20340116
MW	*	Kamuzu Day (substitute day)		public	s	20220516 20230515 20280515 20330516 20340515
MW	*	Mother's Day (substitute day)		public	s	20221017 20231016 20281016 20331017 20341016
MW	*	Independence Day (substitute day)		public	s	20240708 20250707 20300708 20310707 20360707
MX	*	New Year's Day	Año Nuevo	public		01-01
MX	*	Constitution Day	Día de la Constitución	public		20200203 20210201 20220207 20230206 20240205 20250203 20260202 20270201 20280207 20290205 20300204 20310203 20320202 20330207 20340206 20350205 20360204
MX	*	Benito Juárez's birthday	Natalicio de Benito Juárez	public		20200316 20210315 20220321 20230320 20240318 20250317 20260316 20270315 20280320 20290319 20300318 20310317 20320315 20330321 20340320 20350319 20360317
MX	*	Maundy Thursday	Jueves Santo	bank		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
MX	*	Good Friday	Viernes Santo	bank		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MX	*	Labour Day	Día del Trabajador	public		05-01
MX	*	Mother's Day	Día de la Madre	observance		05-10
MX	*	Independence Day	Día de la Independencia	public		09-16
MX	*	All Souls' Day	Día de los Difuntos	bank		11-02
MX	*	Revolution Day	Día de la Revolución	public		20201116 20211115 20221121 20231120 20241118 20251117 20261116 20271115 20281120 20291119 20301118 20311117 20321115 20331121 20341120 20351119 20361117
MX	*	Day of the Virgin of Guadalupe	Día de la Virgen de Guadalupe	bank		12-12
MX	*	Christmas Day	Navidad	public		12-25
MX	*	Change of Federal Government	Transmisión del Poder Ejecutivo Federal	public		20241201 20301201 20361201
MY	. 10 12 13 14 15 16 04 05 06 07 08	New Year's Day	Hari Tahun Baru	public		01-01
MY	*	Chinese New Year	Tahun Baru Cina	public		20200125 20200126 20210212 20210213 20220201 20220202 20230122 20230123 20240210 20240211 20250129 20250130 20260217 20260218 20270206 20270207 20280126 20280127 20290213 20290214 20300203 20300204 20310123 20310124 20320211 20320212 20330131 20330201 20340219 20340220 20350208 20350209 20360128 20360129
MY	*	Chinese New Year (substitute day)	Tahun Baru Cina (substitute day)	public	s	20200127 20230123 20240212 20270208 20300204 20340220
MY	*	Labour Day	Hari Pekerja	public		05-01
MY	*	Vesak Day		public		20200507 20210526 20220515 20220516 20230504 20240522 20250512 20260531
MY	. 10 11 14 15 16 03 06 07 08 09	Day of Nuzul Al-Quran	Hari Nuzul Al-Quran	public		20200510 20210429 20220419 20230408 20240327 20250317 20260307 20270224 20280213 20290201 20300121 20310111 20311231 20321220 20331209 20341128 20351117 20361105
MY	*	End of Ramadan (Eid al-Fitr)	Hari Raya Aidil Fitri	public		20200524 20200525 20210513 20210514 20220503 20220504 20230421 20230422 20240410 20240411 20250330 20250331 20260321 20260322 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
MY	*	Yang di-Pertuan Agong's Birthday	Hari Keputeraan Yang di-Pertuan Agong	public		20200601 20210607 20220606 20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
MY	*	Feast of the Sacrifice (Eid al-Adha)	Hari Raya Haji	public		20200731 20210720 20220710 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
MY	11 02 03 09	Feast of the Sacrifice (Eid al-Adha)	Hari Raya Haji	public		20200801 20210721 20230629 20240617 20250607 20260528 20270517 20280506 20290425 20300414 20310403 20320323 20330312 20340302 20350219 20360208
MY	*	Islamic New Year	Awal Muharram	public		20200820 20210809 20220730 20230719 20240707 20250626 20260617 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
MY	*	Independence Day	Hari Kebangsaan	public		08-31
MY	*	Malaysia Day	Hari Malaysia	public		09-16
MY	*	Birthday of Muhammad (Mawlid)	Hari Keputeraan Nabi Muhammad S.A.W.	public		20201029 20211018 20221009 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
MY	. 10 11 12 14 15 16 01 02 03 04 05 06 07 08 09	Deepavali		public		20201114 20211104 20221024 20231113 20241031 20251020 20261109 20271028 20281115 20291105 20301025
MY	*	Deepavali		public		20231112 20261108
MY	*	Christmas Day	Hari Krismas	public		12-25
MY	*	Labour Day (substitute day)	Hari Pekerja (substitute day)	public	s	20220502 20330502
MY	*	Christmas Day (substitute day)	Hari Krismas (substitute day)	public	s	20221226 20331226
MY	*	New Year's Day (substitute day)	Hari Tahun Baru (substitute day)	public	s	20230102 20340102
MY	*	Independence Day (substitute day)	Hari Kebangsaan (substitute day)	public	s	20250901 20310901 20360901
MY	*	Malaysia Day (substitute day)	Hari Malaysia (substitute day)	public	s	20290917 20350917
MY	10 14 16 01 02 05 07 08	Thaipusam	Hari Thaipusam	public		20200208 20210128 20220118 20230205 20240125 20250211 20260201
MY	10	Sultan of Selangor's Birthday		public		12-11
MY	11	Anniversary of Installation of the Sultan of Terengganu	Hari Ulang Tahun Pertabalan Sultan Terengganu	public		03-04
MY	11 02 05 09	Laylat al-Mi'raj	Israk dan Mikraj	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
MY	11	Sultan of Terengganu's Birthday	Hari Keputeraan Sultan Terengganu	public		04-26
MY	11	Arafat Day	Hari Arafah	public		20200730 20210719 20220708 20230627 20240615 20250605 20260526 20270515 20280504 20290423 20300412 20310401 20320321 20330310 20340228 20350217 20360206
MY	12 13	Good Friday	Jumat Agung	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
MY	12 15	Tadau Kaamatan	Pesta Kaamatan	public		20200530 20200531 20210530 20210531 20220530 20220531 20230530 20230531 20240530 20240531 20250530 20250531 20260530 20260531 20270530 20270531 20280530 20280531 20290530 20290531 20300530 20300531 20310530 20310531 20320530 20320531 20330530 20330531 20340530 20340531 20350530 20350531 20360530 20360531
MY	12	Sabah State Governor's Birthday	Hari Jadi Yang di-Pertua Negeri Sabah	public		20201003 20211002 20221001 20231007 20241005 20251004 20261003 20271002 20281007 20291006 20301005 20311004 20321002 20331001 20341007 20351006 20361004
MY	12	Christmas Eve	Hari Sebelum Krismas	public		12-24
MY	13	Gawai Dayak	Perayaan Hari Gawai Dayak	public		20200601 20200602 20210601 20210602 20220601 20220602 20230601 20230602 20240601 20240602 20250601 20250602 20260601 20260602 20270601 20270602 20280601 20280602 20290601 20290602 20300601 20300602 20310601 20310602 20320601 20320602 20330601 20330602 20340601 20340602 20350601 20350602 20360601 20360602
MY	13	Sarawak Independence Day	Hari Kemerdekaan Sarawak	public		07-22
MY	13	Sarawak State Governor's Birthday	Hari Jadi Yang di-Pertua Negeri Sarawak	public		20201010 20211009 20221008 20231014 20241012 20251011 20261010 20271009 20281014 20291013 20301012 20311011 20321009 20331008 20341014 20351013 20361011
MY	14 15 16	Federal Territory Day	Hari Wilayah Persekutuan	public		02-01
MY	01	Sultan of Johor's Birthday	Hari Keputeraan Sultan Johor	public		03-23
MY	01 02 04	First day of Ramadan	Awal Ramadan	public		20200424 20210413 20220402 20230323 20240311 20250301 20260218 20270208 20280128 20290116 20300105 20301226 20311215 20321204 20331123 20341112 20351101 20361020
MY	01	Hari Hol of Sultan Iskandar of Johor	Hari Hol Almarhum Sultan Iskandar	public		20200923 20210913 20220902 20230822 20240810 20250731 20260720 20270710 20280629 20290618 20300607 20310527 20320515 20330505 20340425 20350414 20360403
MY	02	Sultan of Kedah's Birthday	Hari Keputeraan Sultan Kedah	public		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
MY	03	Sultan of Kelantan's Birthday	Hari Keputeraan Sultan Kelantan	public		20201111 20201112 20211111 20211112 20221111 20221112 20231111 20231112 20241111 20241112 20251111 20251112 20261111 20261112 20271111 20271112 20281111 20281112 20291111 20291112 20301111 20301112 20311111 20311112 20321111 20321112 20331111 20331112 20341111 20341112 20351111 20351112 20361111 20361112
MY	04	Declaration of Malacca City as Historical City	Hari Perisytiharan Bandar Melaka sebagai Bandaraya Bersejarah	public		04-15
MY	04	Melaka State Governor's Birthday	Hari Jadi Yang di-Pertua Negeri Melaka	public		08-24
MY	05	Yang di-Pertuan Besar of Negeri Sembilan's Birthday	Hari Keputeraan Yang di-Pertuan Besar Negeri Sembilan	public		01-14
MY	06	Hari Hol of Pahang	Hari Hol Pahang	public		05-22
MY	06	Sultan of Pahang's Birthday	Hari Keputeraan Sultan Pahang	public		07-30
MY	07	Declaration of George Town as World Heritage Site		public		07-07
MY	07	Penang State Governor's Birthday	Hari Jadi Yang di-Pertua Negeri Pulau Pinang	public		20200711 20210710 20220709 20230708 20240713 20250712 20260711 20270710 20280708 20290714 20300713 20310712 20320710 20330709 20340708 20350714 20360712
MY	08	Sultan of Perak's Birthday	Hari Keputeraan Sultan Perak	public		20201106 20211105 20221104 20231103 20241101 20251107 20261106 20271105 20281103 20291102 20301101 20311107 20321105 20331104 20341103 20351102 20361107
MY	09	Raja of Perlis's Birthday		public		07-17
MZ	*	New Year's Day	Dia da Fraternidade universal	public		01-01
MZ	*	Heroes’ Day	Dia dos heróis moçambicanos	public		02-03
MZ	*	Women’s Day	Dia da Mulher Moçambicana	public		04-07
MZ	*	Workers' Day	Dia Internacional dos Trabalhadores	public		05-01
MZ	*	Mother's Day	Dia das Mães	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
MZ	*	Independence Day	Dia da Independência Nacional	public		06-25
MZ	*	Lusaka Peace Agreement	Dia da Vitória	public		09-07
MZ	*	Defense Force’s Day	Dia das Forças Armadas de Libertação Nacional	public		09-25
MZ	*	Peace and Reconciliation Day	Dia da Paz e Reconciliação	public		10-04
MZ	*	Public Holiday	Feriado Obrigatório	public		20201005 20220502 20220926 20221226 20230102 20230626 20240408 20250908 20261005 20280626 20300204 20300408 20310908 20330502 20330926 20331226 20340102 20340626 20360204 20360908
MZ	*	Family Day	Dia da Família	public		12-25
NA	*	New Year's Day		public		01-01
NA	*	Independence Day		public		03-21
NA	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NA	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
NA	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NA	*	Workers Day		public		05-01
NA	*	Cassinga Day		public		05-04
NA	*	Ascension Day		public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
NA	*	Africa Day		public		05-25
NA	*	Heroes' Day		public		08-26
NA	*	Human Rights Day		public		12-10
NA	*	Christmas Day		public		12-25
NA	*	Family Day		public		12-26
NA	*	Public Holiday		public		20210322 20211227 20220502 20230102 20231211 20250505 20250526 20270322 20271227 20281211 20290827 20310505 20310526 20320322 20321227 20330502 20340102 20341211 20350827 20360505 20360526
NC	*	Jour de l'an		public		01-01
NC	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NC	*	Labour Day	Fête du travail	public		05-01
NC	*	Victory Day	Fête de la Victoire 1945	public		05-08
NC	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
NC	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
NC	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
NC	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
NC	*	Bastille Day	Fête Nationale de la France	public		07-14
NC	*	Assumption	Assomption	public		08-15
NC	*	New Caledonia Day	Fête de la Citoyenneté	public		09-24
NC	*	All Saints' Day	Toussaint	public		11-01
NC	*	Armistice Day	Armistice 1918	public		11-11
NC	*	Christmas Day	Noël	public		12-25
NE	*	New Year's Day	Nouvel An	public		01-01
NE	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NE	*	Concord Day	Journée Nationale de la Concorde	public		04-24
NE	*	Labour Day	Fête du travail	public		05-01
NE	*	Laylat al-Qadr		public		20200520 20210509 20220428 20230418 20240406 20250327 20260316 20270306 20280223 20290211 20300131 20310121 20320110 20321230 20331219 20341208 20351127 20361115
NE	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
NE	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
NE	*	Independence Day	Proclamation de l'indépendance	public		08-03
NE	*	Islamic New Year	Nouvel an islamique	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
NE	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
NE	*	Republic Day	Proclamation de la République	public		12-18
NE	*	Christmas Day	Noël	public		12-25
NF	*	New Year's Day		public		20200101 20210101 20220101 20220103 20230101 20230102 20240101 20250101 20260101 20270101 20280101 20280103 20290101 20300101 20310101 20320101 20330101 20330103 20340101 20340102 20350101 20360101
NF	*	Australia Day		public		20200127 20210126 20220126 20230126 20240126 20250127 20260126 20270126 20280126 20290126 20300128 20310127 20320126 20330126 20340126 20350126 20360128
NF	*	Foundation Day		public		20200306 20210306 20210308 20220306 20220307 20230306 20240306 20250306 20260306 20270306 20270308 20280306 20290306 20300306 20310306 20320306 20320308 20330306 20330307 20340306 20350306 20360306
NF	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NF	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NF	*	Anzac Day		public		04-25
NF	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
NF	*	Anniversary (Bounty) Day		public		20200608 20210608 20220608 20230608 20240610 20250609 20260608 20270608 20280608 20290608 20300610 20310609 20320608 20330608 20340608 20350608 20360609
NF	*	Queen's Birthday		public		20200615 20210614 20220613
NF	*	Father's Day		observance		20200906 20210905 20220904 20230903 20240901 20250907 20260906 20270905 20280903 20290902 20300901 20310907 20320905 20330904 20340903 20350902 20360907
NF	*	Norfolk Island Agricultural Show		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
NF	*	Thanksgiving Day		public		20201125 20211124 20221130 20231129 20241127 20251126 20261125 20271124 20281129 20291128 20301127 20311126 20321124 20331130 20341129 20351128 20361126
NF	*	Christmas Day		public		12-25
NF	*	Boxing Day		public		12-26
NF	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
NF	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
NF	*	National Day of Mourning for Queen Elizabeth II		public		20220922
NF	*	King's Birthday		public		20230612 20240617 20250616 20260615 20270614 20280612 20290611 20300617 20310616 20320614 20330613 20340612 20350611 20360616
NG	*	New Year's Day		public		01-01
NG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NG	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
NG	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NG	*	Worker's Day		public		05-01
NG	*	Id el Fitr		public		20200524 20200525 20210513 20210514 20220502 20220503 20230421 20230422 20240410 20240411 20250330 20250331 20260320 20260321 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
NG	*	Children's Day		public		05-27
NG	*	Democracy Day		public		06-12
NG	*	Id el Kabir		public		20200731 20200801 20210720 20210721 20220709 20220710 20230628 20230629 20240616 20240617 20250606 20250607 20260527 20260528 20270516 20270517 20280505 20280506 20290424 20290425 20300413 20300414 20310402 20310403 20320322 20320323 20330311 20330312 20340301 20340302 20350218 20350219 20360207 20360208
NG	*	Islamic New Year		public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
NG	*	Independence Day		public		10-01
NG	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
NG	*	National Youth Day		public		11-01
NG	*	Christmas Day		public		12-25
NG	*	Boxing Day		public		12-26
NG	*	New Year's Eve		observance		12-31
NG	*	Worker's Day (substitute day)		public	s	20210503 20270503 20320503
NG	*	Democracy Day (substitute day)		public	s	20210614 20270614 20320614
NI	*	New Year's Day	Año Nuevo	public		01-01
NI	*	Birthday of Rubén Darío	Natalicio de Rubén Darío	observance		01-18
NI	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
NI	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NI	*	Labour Day	Día del Trabajador	public		05-01
NI	*	Mother's Day	Día de la madre nicaragüense	observance		05-30
NI	*	Children's Day	Día del niño	public		06-01
NI	*	Father's Day	Día del padre nicaragüense	observance		06-23
NI	*	Revolution Day	Triunfo de la Revolución Popular	public		07-19
NI	*	Battle of San Jacinto	Batalla de San Jacinto	public		09-14
NI	*	Independence Day	Día de la Independencia	public		09-15
NI	*	Indigenous Resistance Day	Día de la resistencia indígena	public		10-12
NI	*	Immaculate Conception	La inmaculada concepción	public		12-08
NI	*	Christmas Eve	Nochebuena	observance		12-24
NI	*	Christmas Day	Navidad	public		12-25
NI	*	New Year's Eve	Fin del Año	observance		12-31
NL	*	New Year's Day	Nieuwjaar	public		01-01
NL	*	Good Friday	Goede Vrijdag	school		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NL	*	Easter Sunday	Pasen	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
NL	*	Easter Monday	Tweede paasdag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NL	*	King's Day	Koningsdag	public		20200427 20210427 20220427 20230427 20240427 20250426 20260427 20270427 20280427 20290427 20300427 20310426 20320427 20330427 20340427 20350427 20360426
NL	*	Remembrance of the Dead	Nationale Dodenherdenking	observance		05-04
NL	*	Liberation Day	Bevrijdingsdag	school		05-05
NL	*	Mother's Day	Moederdag	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
NL	*	Ascension Day	Hemelvaartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
NL	*	Pentecost	Pinksteren	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
NL	*	Whit Monday	Tweede pinksterdag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
NL	*	Father's Day	Vaderdag	observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
NL	*	Prince's Day	Prinsjesdag	observance		20200915 20210921 20220920 20230919 20240917 20250916 20260915 20270921 20280919 20290918 20300917 20310916 20320921 20330920 20340919 20350918 20360916
NL	*	Saint Martin	Sint-Maarten	observance		11-11
NL	*	St Nicholas' Eve	Sinterklaasavond	observance		12-05
NL	*	Kingdom Day	Koninkrijksdag	observance		12-15
NL	*	Christmas Day	Kerstmis	public		12-25
NL	*	Boxing Day	Tweede kerstdag	public		12-26
NL	*	New Year's Eve	Oudejaarsavond	bank		12-31
NL	GR-GRN	Relief of Groningen	Gronings Ontzet	observance		08-28
NL	NH-ALK	Relief of Alkmaar	Alkmaars Ontzet	observance		10-08
NL	ZH-BRL	Capture of Brielle	Inname van Den Briel	observance		04-01
NL	ZH-LDN	Relief of Leiden	Leids Ontzet	observance		10-03
NO	*	New Year's Day	Første nyttårsdag	public		01-01
NO	*	Birthday of Princess Ingrid Alexandra	H.K.H. prinsesse Ingrid Alexandra	observance		01-21
NO	*	Day of the Sami people	Samefolkets dag	observance		02-06
NO	*	Mother's Day	Morsdag	observance		20200209 20210214 20220213 20230212 20240211 20250209 20260208 20270214 20280213 20290211 20300210 20310209 20320208 20330213 20340212 20350211 20360210
NO	*	Valentine's Day	Valentinsdag	observance		02-14
NO	*	Birthday of King Harald V	H.M. kong Harald V	observance		02-21
NO	*	Carnival	Fastelavn	observance		20200223 20210214 20220227 20230219 20240211 20250302 20260215 20270207 20280227 20290211 20300303 20310223 20320208 20330227 20340219 20350204 20360224
NO	*	Ash Wednesday	Askeonsdag	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
NO	*	International Women's Day	Kvinnedagen	observance		03-08
NO	*	April Fools' Day	Aprilsnarr	observance		04-01
NO	*	Palm Sunday	Palmesøndag	observance		20200405 20210328 20220410 20230402 20240324 20250413 20260329 20270321 20280409 20290325 20300414 20310406 20320321 20330410 20340402 20350318 20360406
NO	*	Maundy Thursday	Skjærtorsdag	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
NO	*	Good Friday	Langfredag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NO	*	Easter Sunday	Første påskedag	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
NO	*	Easter Monday	Andre påskedag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NO	*	Labour Day	Arbeidernes dag	public		05-01
NO	*	Liberation Day	Frigjøringsdagen	observance		05-08
NO	*	Constitution Day	Grunnlovsdagen	public		05-17
NO	*	Ascension Day	Kristi himmelfartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
NO	*	Pentecost	Første pinsedag	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
NO	*	Whit Monday	Andre pinsedag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
NO	*	Union Dissolution Day	Unionsoppløsningen	observance		06-07
NO	*	Midsummar Eve	Sankthansaften	observance		06-23
NO	*	Birthday of Queen Sonja	H.M. dronning Sonja	observance		07-04
NO	*	Birthday of Crown Prince Haakon Magnus	H.K.H. kronprins Haakon Magnus	observance		07-20
NO	*	Olsok		optional		07-29
NO	*	Birthday of Crown Princess Mette-Marit	H.K.H. kronprinsesse Mette-Marit	observance		08-19
NO	*	All Saints' Day	Allehelgensaften	observance		20201101 20211107 20221106 20231105 20241103 20251102 20261101 20271107 20281105 20291104 20301103 20311102 20321107 20331106 20341105 20351104 20361102
NO	*	Father's Day	Farsdag	observance		20201108 20211114 20221113 20231112 20241110 20251109 20261108 20271114 20281112 20291111 20301110 20311109 20321114 20331113 20341112 20351111 20361109
NO	*	First Sunday of Advent	Første søndag i advent	observance		20201129 20211128 20221127 20231203 20241201 20251130 20261129 20271128 20281203 20291202 20301201 20311130 20321128 20331127 20341203 20351202 20361130
NO	*	Second Sunday of Advent	Andre søndag i advent	observance		20201206 20211205 20221204 20231210 20241208 20251207 20261206 20271205 20281210 20291209 20301208 20311207 20321205 20331204 20341210 20351209 20361207
NO	*	Third Sunday of Advent	Tredje søndag i advent	observance		20201213 20211212 20221211 20231217 20241215 20251214 20261213 20271212 20281217 20291216 20301215 20311214 20321212 20331211 20341217 20351216 20361214
NO	*	Fourth Sunday of Advent	Fjerde søndag i advent	observance		20201220 20211219 20221218 20231224 20241222 20251221 20261220 20271219 20281224 20291223 20301222 20311221 20321219 20331218 20341224 20351223 20361221
NO	*	Christmas Eve	Julaften	bank		12-24
NO	*	Christmas Day	Første juledag	public		12-25
NO	*	Boxing Day	Andre juledag	public		12-26
NO	*	New Year's Eve	Nyttårsaften	bank	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
NO	*	New Year's Eve	Nyttårsaften	bank		20231231 20281231 20341231
NZ	*	New Year's Day		public		01-01
NZ	*	Day after New Year's Day		public		01-02
NZ	*	Waitangi Day		public		02-06
NZ	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
NZ	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
NZ	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
NZ	*	ANZAC Day		public		04-25
NZ	*	ANZAC Day (substitute day)		public	s	20200427 20210426 20260427 20270426 20320426
NZ	*	Queen's Birthday		public		20200601 20210607 20220606
NZ	*	Labour Day		public		20201026 20211025 20221024 20231023 20241028 20251027 20261026 20271025 20281023 20291022 20301028 20311027 20321025 20331024 20341023 20351022 20361027
NZ	*	Christmas Day		public		12-25
NZ	*	Boxing Day		public		12-26
NZ	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
NZ	*	Day after New Year's Day (substitute day)		public	s	20210104 20220104 20270104 20280104 20330104
NZ	*	Waitangi Day (substitute day)		public	s	20210208 20220207 20270208 20280207 20330207
NZ	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
NZ	*	New Year's Day (substitute day)		public	s	20220103 20230103 20280103 20330103 20340103
NZ	*	Matariki		public		20220624 20230714 20240628 20250620 20260710 20270625 20280714 20290706 20300621 20310711 20320702 20330624 20340707 20350629 20360718
NZ	*	National Day of Mourning for Queen Elizabeth II		public		20220926
NZ	*	King's Birthday		public		20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
NZ	AUK BOP GIS NTL WKO	Provincial anniversary day		public		20200127 20250127 20260126 20300128 20310127 20320126 20360128
NZ	AUK BOP GIS NSN NTL TAS WKO	Provincial anniversary day		public		20210201 20220131 20230130 20240129 20270201 20280131 20290129 20330131 20340130 20350129
NZ	CIT WTC WTC-Buller	Provincial anniversary day		public		20201130 20211129 20221128 20241202 20251201 20261130 20271129 20291203 20301202 20311201 20321129 20331128 20351203 20361201
NZ	CIT	Provincial anniversary day		public		20231127 20281127 20341127
NZ	HKB	Provincial anniversary day		public		20201023 20211022 20221021 20231020 20241025 20251024 20261023 20271022 20281020 20291019 20301025 20311024 20321022 20331021 20341020 20351019 20361024
NZ	MBH	Provincial anniversary day		public		20201102 20211101 20221031 20231030 20241104 20251103 20261102 20271101 20281030 20291029 20301104 20311103 20321101 20331031 20341030 20351029 20361103
NZ	MWT WGN	Provincial anniversary day		public		20200120 20210125 20220124 20230123 20240122 20250120 20260119 20270125 20280124 20290122 20300121 20310120 20320119 20330124 20340123 20350122 20360121
NZ	NSN TAS	Provincial anniversary day		public		20200203 20250203 20260202 20300204 20310203 20320202 20360204
NZ	OTA	Provincial anniversary day		public		20200323 20210322 20220321 20230320 20240325 20250324 20260323 20270322 20280320 20290326 20300325 20310324 20320322 20330321 20340320 20350402 20360324
NZ	STL	Provincial anniversary day		public		20200414 20210406 20220419 20230411 20240402 20250422 20260407 20270330 20280418 20290403 20300423 20310415 20320330 20330419 20340411 20350327 20360415
NZ	TKI	Provincial anniversary day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
NZ	WTC WTC-Buller	Provincial anniversary day		public		20231204 20281204 20341204
NZ	CAN CAN-Timaru	Christchurch Show Day		public		20201113 20211112 20221111 20231117 20241115 20251114 20261113 20271112 20281117 20291116 20301115 20311114 20321112 20331111 20341117 20351116 20361114
PA	*	New Year's Day	Año Nuevo	public		01-01
PA	*	Martyrs' Day	Día de los Mártires Caídos en la Gesta Patriótica	public		01-09
PA	*	Shrove Monday	Carnaval	observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
PA	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
PA	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PA	*	Labour Day	Día del Trabajador	public		05-01
PA	*	Separation Day (from Columbia)	Día de la Separación (de Colombia)	public		11-03
PA	*	Flag Day	Día de la Bandera	observance		11-04
PA	*	Colón Day	Día de Colón	public		11-05
PA	*	Primer Grito de Independencia		public		11-10
PA	*	Independence Day	Día de la Independencia	public		11-28
PA	*	Mother's Day	Día de la Madre	public		12-08
PA	*	Christmas Day	Navidad	public		12-25
PA	*	Independence Day (substitute day)	Día de la Independencia (día sustituto)	public	s	20211129 20271129 20321129
PA	*	Martyrs' Day (substitute day)	Día de los Mártires Caídos en la Gesta Patriótica (día sustituto)	public	s	20220110 20280110 20330110
PA	*	Labour Day (substitute day)	Día del Trabajador (día sustituto)	public	s	20220502 20330502
PA	*	National Mourning Day	Día de Duelo Nacional	public		20221220 20231220 20241220 20251220 20261220 20271220 20281220 20291220 20301220 20311220 20321220 20331220 20341220 20351220 20361220
PA	*	Christmas Day (substitute day)	Navidad (día sustituto)	public	s	20221226 20331226
PA	*	New Year's Day (substitute day)	Año Nuevo (día sustituto)	public	s	20230102 20340102
PA	*	Colón Day (substitute day)	Día de Colón (día sustituto)	public	s	20231106 20281106 20341106
PA	*	Presidential Inauguration		public		20240701 20290701 20340701
PA	*	Separation Day (from Columbia) (substitute day)	Día de la Separación (de Colombia) (día sustituto)	public	s	20241104 20301104
PA	*	Primer Grito de Independencia (substitute day)	Primer Grito de Independencia (día sustituto)	public	s	20241111 20301111
PA	*	Mother's Day (substitute day)	Día de la Madre (día sustituto)	public	s	20241209 20301209
PA	*	National Mourning Day (substitute day)	Día de Duelo Nacional (día sustituto)	public	s	20261221
PE	*	New Year's Day	Año Nuevo	public		01-01
PE	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
PE	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PE	*	Easter Sunday	Pascua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
PE	*	Labour Day	Día del Trabajador	public		05-01
PE	*	Saints Peter and Paul	San Pedro y San Pablo	public		06-29
PE	*	Independence Day	Día de la Independencia	public		20200728 20200729 20210728 20210729 20220728 20220729 20230728 20230729 20240728 20240729 20250728 20250729 20260728 20260729 20270728 20270729 20280728 20280729 20290728 20290729 20300728 20300729 20310728 20310729 20320728 20320729 20330728 20330729 20340728 20340729 20350728 20350729 20360728 20360729
PE	*	Santa Rosa de Lima	Día de Santa Rosa de Lima	public		08-30
PE	*	Battle of Angamos	Combate de Angamos	public		10-08
PE	*	All Saints' Day	Todos los Santos	public		11-01
PE	*	Immaculate Conception	La inmaculada concepción	public		12-08
PE	*	Christmas Day	Navidad	public		12-25
PE	*	Battle of Junín	Batalla de Junín	public		20220806 20230806 20240806 20250806 20260806 20270806 20280806 20290806 20300806 20310806 20320806 20330806 20340806 20350806 20360806
PE	*	Battle of Ayacucho	Batalla de Ayacucho	public		20221209 20231209 20241209 20251209 20261209 20271209 20281209 20291209 20301209 20311209 20321209 20331209 20341209 20351209 20361209
PE	*	Peruvian Air Force Day	Día de la Fuerza Aérea del Perú	public		20230723 20240723 20250723 20260723 20270723 20280723 20290723 20300723 20310723 20320723 20330723 20340723 20350723 20360723
PE	*	Battle of Arica and Flag Day	Batalla de Arica y Día de la Bandera	public		20240607 20250607 20260607 20270607 20280607 20290607 20300607 20310607 20320607 20330607 20340607 20350607 20360607
PE	CUS	Festival of the Sun	Fiesta Inca del Sol	observance		06-24
PF	*	New Year's Day	Nouvel An	public		01-01
PF	*	Missionary Day	Arrivée de l’Évangile	public		03-05
PF	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
PF	*	Labour Day	Fête du travail	public		05-01
PF	*	Victory Day	Fête de la Victoire 1945	public		05-08
PF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
PF	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
PF	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
PF	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
PF	*	Internal Autonomy Day	Fête de l’Autonomie	public		20200629 20210629 20220629 20230629 20240629 20250629
PF	*	Bastille Day	Fête Nationale de la France	public		07-14
PF	*	Assumption	Assomption	public		08-15
PF	*	All Saints' Day	Toussaint	public		11-01
PF	*	Armistice Day	Armistice 1918	public		11-11
PF	*	Christmas Day	Noël	public		12-25
PF	*	Maori New Year	Matari’i	public		20261120 20271120 20281120 20291120 20301120 20311120 20321120 20331120 20341120 20351120 20361120
PH	*	New Year's Day		public		01-01
PH	*	First Philippine Republic Day		observance		01-23
PH	*	Chinese New Year		optional		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
PH	*	Constitution Day		observance		02-02
PH	*	Lantern Festival		observance		20200208 20210226 20220215 20230205 20240224 20250212 20260303 20270220 20280209 20290227 20300217 20310206 20320225 20330214 20340305 20350222 20360211
PH	*	EDSA Revolution Anniversary		optional		20200225 20210225 20220225 20230225
PH	*	Day of Valor		public		04-09
PH	*	Maundy Thursday		public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
PH	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PH	*	Easter Saturday		optional		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
PH	*	Easter Sunday		public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
PH	*	Lapu-Lapu Day		observance		04-27
PH	*	Labour Day		public		05-01
PH	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
PH	*	Independence Day		public		06-12
PH	*	José Rizal's birthday		observance		06-19
PH	*	Iglesia ni Cristo Day		observance		07-27
PH	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
PH	*	Islamic New Year		observance		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
PH	*	Ninoy Aquino Day		optional		08-21
PH	*	National Heroes' Day		public		20200831 20210830 20220829 20230828 20240826 20250825 20260831 20270830 20280828 20290827 20300826 20310825 20320830 20330829 20340828 20350827 20360825
PH	*	Mid-Autumn Festival		observance		20201001 20210921 20220910 20230929 20240917 20251006 20260925 20270915 20281003 20290922 20300912 20311001 20320919 20331007 20340927 20350916 20361004
PH	*	Birthday of Muhammad (Mawlid)		observance		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
PH	*	All Saints' Day		optional		11-01
PH	*	All Souls' Day		optional		11-02
PH	*	Bonifacio Day		public		11-30
PH	*	Feast of the Immaculate Conception of the Blessed Virgin Mary		optional		12-08
PH	*	Christmas Eve		optional		12-24
PH	*	Christmas Day		public		12-25
PH	*	Rizal Day		public		12-30
PH	*	New Year's Eve		optional		12-31
PH	*	EDSA Revolution Anniversary		observance		20240225 20250225 20260225 20270225 20280225 20290225 20300225 20310225 20320225 20330225 20340225 20350225 20360225
PK	*	Kashmir Day	یومِ یکجہتیِ کشمیر	public		02-05
PK	*	Pakistan Day	یومِ پاکستان	public		03-23
PK	*	Labour Day		public		05-01
PK	*	End of Ramadan (Eid al-Fitr)		public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
PK	*	Youm-e-Takbeer	یومِ تکبیر	public		05-28
PK	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
PK	*	Independence Day	یومِ آزادی	public		08-14
PK	*	Ashura	عاشورہ	public		20200828 20200829 20210817 20210818 20220807 20220808 20230727 20230728 20240715 20240716 20250704 20250705 20260624 20260625 20270614 20270615 20280602 20280603 20290522 20290523 20300511 20300512 20310501 20310502 20320419 20320420 20330409 20330410 20340329 20340330 20350319 20350320 20360307 20360308
PK	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
PK	*	Iqbal Day	یومِ اقبال	public		11-09
PK	*	Quaid-e-Azam Day	یومِ قائدِاعظم	public		12-25
PL	*	New Year's Day	Nowy Rok	public		01-01
PL	*	Epiphany	Święto Trzech Króli	public		01-06
PL	*	Grandmother's Day	Dzień Babci	observance		01-21
PL	*	Grandfather's Day	Dzień Dziadka	observance		01-22
PL	*	Valentine's Day	Walentynki	observance		02-14
PL	*	Polish Science Day	Dzień Nauki Polskiej	observance		02-19
PL	*	Fat Thursday	Tłusty Czwartek	observance		20200220 20210211 20220224 20230216 20240208 20250227 20260212 20270204 20280224 20290208 20300228 20310220 20320205 20330224 20340216 20350201 20360221
PL	*	Shrove Tuesday	Ostatki	observance		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
PL	*	Ash Wednesday	Środa Popielcowa	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
PL	*	National Cursed Soldiers Remembrance Day	Narodowy Dzień Pamięci „Żołnierzy Wyklętych”	observance		03-01
PL	*	International Women's Day	Dzień Kobiet	observance		03-08
PL	*	Men's Day	Dzień Mężczyzny	observance		03-10
PL	*	First Day of Spring / Truant's Day	Pierwszy Dzień Wiosny / Dzień Wagarowicza	observance		03-21
PL	*	National Day for the Remembrance of Poles Rescuing Jews under German Occupation	Narodowy Dzień Pamięci Polaków ratujących Żydów pod okupacją niemiecką	observance		03-24
PL	*	Palm Sunday	Niedziela Palmowa	observance		20200405 20210328 20220410 20230402 20240324 20250413 20260329 20270321 20280409 20290325 20300414 20310406 20320321 20330410 20340402 20350318 20360406
PL	*	Maundy Thursday	Wielki Czwartek	school		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
PL	*	Good Friday	Wielki Piątek	school		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PL	*	Easter Saturday	Wielka Sobota	observance		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
PL	*	Easter Sunday	Niedziela Wielkanocna	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
PL	*	Easter Monday	Drugi dzień Wielkanocy	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
PL	*	Baptism of Poland Day	Święto Chrztu Polski	observance		04-14
PL	*	Warsaw Ghetto Uprising Remembrance Day	Dzień Pamięci Ofiar Holocaustu i Powstania w Getcie Warszawskim	observance		04-19
PL	*	International Mother Earth Day	Dzień Ziemi	observance		04-22
PL	*	Labour Day	Święto Państwowe; Święto Pracy	public		05-01
PL	*	Flag Day	Dzień Flagi Rzeczypospolitej Polskiej	optional		05-02
PL	*	Constitution Day	Święto Narodowe Trzeciego Maja	public		05-03
PL	*	National Victory Day	Narodowy Dzień Zwycięstwa	observance		05-08
PL	*	Europe Day	Dzień Europy	observance		05-09
PL	*	Mother's Day	Dzień Matki	observance		05-26
PL	*	Pentecost	Zielone Świątki	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
PL	*	Children's Day	Dzień Dziecka	observance		06-01
PL	*	Corpus Christi	Dzień Bożego Ciała	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
PL	*	Day of Struggle and Martyrdom of the Polish Villages	Dzień Walki i Męczeństwa Wsi Polskiej	observance		06-12
PL	*	Father's Day	Dzień Ojca	observance		06-23
PL	*	National Warsaw Uprising Remembrance Day	Narodowy Dzień Pamięci Powstania Warszawskiego	observance		08-01
PL	*	Assumption	Wniebowzięcie Najświętszej Maryi Panny	public		08-15
PL	*	Day of Solidarity and Freedom	Dzień Solidarności i Wolności	observance		08-31
PL	*	Anniversary of the outbreak of the Second World War in Poland	Rocznica wybuchu II wojny światowej	observance		09-01
PL	*	Anniversary of the Soviet invasion of Poland	Rocznica agresji ZSRR na Polskę	observance		09-17
PL	*	Boy's Day	Dzień Chłopaka	observance		09-30
PL	*	National Day of Remembrance for Steadfast Clergy	Narodowy Dzień Pamięci Duchownych Niezłomnych	observance		10-19
PL	*	All Saints' Day	Wszystkich Świętych	public		11-01
PL	*	Independence Day	Narodowe Święto Niepodległości	public		11-11
PL	*	Saint Nicholas	Mikołajki	observance		12-06
PL	*	Christmas Day	Pierwszy dzień Bożego Narodzenia	public		12-25
PL	*	Boxing Day	Drugi dzień Bożego Narodzenia	public		12-26
PL	*	New Year's Eve	Sylwester	observance		12-31
PL	*	Greater Poland Uprising Remebrence Day	Narodowy Dzień Pamięci Zwycięskiego Powstania Wielkopolskiego	observance		20211227 20221227 20231227 20241227 20251227 20261227 20271227 20281227 20291227 20301227 20311227 20321227 20331227 20341227 20351227 20361227
PL	*	Christmas Eve	Wigilia Bożego Narodzenia	public		20251224 20261224 20271224 20281224 20291224 20301224 20311224 20321224 20331224 20341224 20351224 20361224
PM	*	New Year's Day	Nouvel An	public		01-01
PM	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
PM	*	Labour Day	Fête du travail	public		05-01
PM	*	Victory Day	Fête de la Victoire 1945	public		05-08
PM	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
PM	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
PM	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
PM	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
PM	*	Bastille Day	Fête Nationale de la France	public		07-14
PM	*	Assumption	Assomption	public		08-15
PM	*	All Saints' Day	Toussaint	public		11-01
PM	*	Armistice Day	Armistice 1918	public		11-11
PM	*	Christmas Day	Noël	public		12-25
PR	*	New Year's Day	Año Nuevo	public		01-01
PR	*	Epiphany	Día de los Reyes Magos	public		01-06
PR	*	Birthday of Eugenio María de Hostos	Natalicio de Eugenio María de Hostos	public		20200113 20210111 20220110 20230109 20240108 20250113 20260112 20270111 20280110 20290108 20300114 20310113 20320112 20330110 20340109 20350108 20360114
PR	*	Martin Luther King Jr. Day	Natalicio de Martin Luther King, Jr.	public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
PR	*	Valentine's Day		observance		02-14
PR	*	Washington's Birthday	Día de los Presidentes	public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
PR	*	Birthday of Luis Muñoz Marín	Natalicio de Luis Muñoz Marín	public		02-18
PR	*	American Citizenship Day	Día de la Ciudadanía Americana	public		03-02
PR	*	Emancipation Day	Día de la Abolición de Esclavitud	public		03-22
PR	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
PR	*	Tax Day		observance		20200415 20210415 20220418 20230418 20240415 20250415 20260415 20270415 20280418 20290417 20300415 20310415 20320415 20330418 20340418 20350417 20360415
PR	*	Birthday of José de Diego	Natalicio de José de Diego	public		04-16
PR	*	Administrative Professionals Day		observance		20200422 20210421 20220427 20230426 20240424 20250423 20260422 20270421 20280426 20290425 20300424 20310423 20320421 20330427 20340426 20350425 20360423
PR	*	Mother's Day	Día de la Madre	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
PR	*	Memorial Day	Recordación de los Muertos de la Guerra	public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
PR	*	Father's Day	Día del Padre	observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
PR	*	Independence Day (substitute day)	Día de la Independencia (día sustituto)	public	s	20200703 20210705 20260703 20270705 20320705
PR	*	Independence Day	Día de la Independencia	public		07-04
PR	*	Birthday of Don Luis Muñoz Rivera	Natalicio de Don Luis Muñoz Rivera	public		20200720 20210719 20220718 20230717 20240715 20250721 20260720 20270719 20280717 20290716 20300715 20310721 20320719 20330718 20340717 20350716 20360721
PR	*	Puerto Rico Constitution Day	Constitución de Puerto Rico	public		07-25
PR	*	Birthday of Dr. José Celso Barbosa	Natalicio de Dr. José Celso Barbosa	public		07-27
PR	*	Labour Day	Día del Trabajador	public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
PR	*	Columbus Day	Descubrimiento de América	public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
PR	*	Halloween		observance		10-31
PR	*	Election Day		observance		20201103 20241105 20281107 20321102 20361104
PR	*	Veterans Day	Día del Veterano	public		11-11
PR	*	Discovery of Puerto Rico	Día del Descubrimiento de Puerto Rico	public		11-19
PR	*	Thanksgiving Day	Acción de Gracias	public		20201126 20211125 20221124 20231123 20241128 20251127 20261126 20271125 20281123 20291122 20301128 20311127 20321125 20331124 20341123 20351122 20361127
PR	*	Day after Thanksgiving Day	Dia despues Acción de Gracias	observance		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
PR	*	Christmas Eve	Nochebuena	optional		12-24
PR	*	Christmas Day	Navidad	public		12-25
PR	*	New Year's Eve	Fin del Año	observance		12-31
PR	*	Juneteenth (substitute day)	Juneteenth (día sustituto)	public	s	20210618 20220620 20270618 20320618 20330620
PR	*	Juneteenth		public		20210619 20220619 20230619 20240619 20250619 20260619 20270619 20280619 20290619 20300619 20310619 20320619 20330619 20340619 20350619 20360619
PR	*	Christmas Day (substitute day)	Navidad (día sustituto)	public	s	20211224 20221226 20271224 20321224 20331226
PR	*	New Year's Day (substitute day)	Año Nuevo (día sustituto)	public	s	20211231 20230102 20271231 20321231 20340102
PR	*	Veterans Day (substitute day)	Día del Veterano (día sustituto)	bank	s	20231110 20281110 20291112 20341110 20351112
PT	*	New Year's Day	Ano Novo	public		01-01
PT	*	Shrove Tuesday	Carnaval	observance		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
PT	*	Good Friday	Sexta-Feira Santa	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PT	*	Easter Sunday	Páscoa	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
PT	*	Liberty Day	Dia da Liberdade	public		04-25
PT	*	Labour Day	Dia do trabalhador	public		05-01
PT	*	Mother's Day	Dia das Mães	observance		20200503 20210502 20220501 20230507 20240505 20250504 20260503 20270502 20280507 20290506 20300505 20310504 20320502 20330501 20340507 20350506 20360504
PT	*	Portugal Day	Dia de Portugal	public		06-10
PT	*	Corpus Christi	Corpo de Deus	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
PT	*	Assumption	Assunção de Maria	public		08-15
PT	*	Implantação da República		public		10-05
PT	*	All Saints' Day	Todos os santos	public		11-01
PT	*	Restauração da Independência		public		12-01
PT	*	Immaculate Conception	Imaculada Conceição	public		12-08
PT	*	Christmas Eve	Noite de Natal	observance		12-24
PT	*	Christmas Day	Natal	public		12-25
PT	*	New Year's Eve	Véspera de Ano Novo	observance		12-31
PY	*	New Year's Day	Año Nuevo	public		01-01
PY	*	Heroes' Day	Dia de los héroes	public		03-01
PY	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
PY	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
PY	*	Teacher's Day	Día del Maestro	optional		04-30
PY	*	Labour Day	Día del Trabajador	public		05-01
PY	*	Independence Day	Día de la Independencia	public		20200514 20200515 20210514 20210515 20220514 20220515 20230514 20230515 20240514 20240515 20250514 20250515 20260514 20260515 20270514 20270515 20280514 20280515 20290514 20290515 20300514 20300515 20310514 20310515 20320514 20320515 20330514 20330515 20340514 20340515 20350514 20350515 20360514 20360515
PY	*	Chaco Armistice	Día de la Paz del Chaco	public		20200615 20210612 20220612 20230612 20240612 20250612 20260612 20270612 20280612 20290612 20300612 20310612 20320612 20330612 20340612 20350612 20360612
PY	*	Assumption	Asunción	public		08-15
PY	*	Boqueron Battle Victory Day	Victoria de Boquerón	public		09-29
PY	*	Virgin of Caacupe	Virgen de Caacupé	public		12-08
PY	*	Christmas Day	Navidad	public		12-25
PY	*	New Year's Eve	Fin del Año	bank		12-31
PY	*	Recognition of the historic victory of the Paraguayan national football team over Germany	Reconocimiento al histórico triunfo de la Selección Paraguaya de Fútbol frente a Alemania	public		20260630
RE	*	New Year's Day	Nouvel An	public		01-01
RE	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
RE	*	Labour Day	Fête du travail	public		05-01
RE	*	Victory Day	Fête de la Victoire 1945	public		05-08
RE	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
RE	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
RE	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
RE	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
RE	*	Bastille Day	Fête Nationale de la France	public		07-14
RE	*	Assumption	Assomption	public		08-15
RE	*	All Saints' Day	Toussaint	public		11-01
RE	*	Armistice Day	Armistice 1918	public		11-11
RE	*	Abolition of Slavery	Abolition de l’esclavage	public		12-20
RE	*	Christmas Day	Noël	public		12-25
RO	*	New Year's Day	Anul nou	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
RO	*	Epiphany	Bobotează	public		01-06
RO	*	Saint John the Baptist	Sfântul Ioan Botezătorul	public		01-07
RO	*	Day of the Unification of the Romanian Principalities	Ziua Unirii Principatelor Române	public		01-24
RO	*	Mother's Day	Ziua Mamei	observance		03-08
RO	*	Good Friday	Vinerea Mare	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
RO	*	Easter Sunday	Paștele	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
RO	*	Easter Monday	A doua zi de Paști	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
RO	*	Labour Day	Ziua muncii	public		05-01
RO	*	Ascension Day	Ziua Eroilor	observance		20200528 20210610 20220602 20230525 20240613 20250529 20260521 20270610 20280525 20290517 20300606 20310522 20320610 20330602 20340518 20350607 20360529
RO	*	Day of the Romanians Everywhere, Romanian Businessperson Day	Ziua Românilor de Pretutindeni, Ziua Românului de Pretutindeni	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
RO	*	Children's Day	Ziua Copilului	public		06-01
RO	*	Pentecost	Rusaliile	public		20200607 20210620 20220612 20230604 20240623 20250608 20260531 20270620 20280604 20290527 20300616 20310601 20320620 20330612 20340528 20350617 20360608
RO	*	Whit Monday	A doua zi de Rusalii	public		20200608 20210621 20220613 20230605 20240624 20250609 20260601 20270621 20280605 20290528 20300617 20310602 20320621 20330613 20340529 20350618 20360609
RO	*	Flag Day	Ziua drapelului national	observance		06-26
RO	*	National Anthem Day	Ziua Imnului național	observance		07-29
RO	*	Assumption	Adormirea Maicii Domnului	public		08-15
RO	*	St Andrew's Day	Sfântul Andrei	public		11-30
RO	*	National holiday	Ziua națională, Ziua Marii Uniri	public		12-01
RO	*	Constitution Day	Ziua Constituției	observance		12-08
RO	*	Christmas Day	Crăciunul	public		12-25
RO	*	Boxing Day	A doua zi de Crăciun	public		12-26
RS	*	New Year's Day	Нова година	public		20200101 20200102 20210101 20210102 20220101 20220103 20230102 20230103 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280103 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330103 20340102 20340103 20350101 20350102 20360101 20360102
RS	*	Orthodox Christmas	Божић	public		01-07
RS	*	Saint Sava Day	Свети Сава	observance		01-27
RS	*	Statehood Day	Дан државности Србије	public		20200215 20200217 20210215 20210216 20220215 20220216 20230215 20230216 20240215 20240216 20250215 20250217 20260216 20260217 20270215 20270216 20280215 20280216 20290215 20290216 20300215 20300216 20310215 20310217 20320216 20320217 20330215 20330216 20340215 20340216 20350215 20350216 20360215 20360216
RS	*	Good Friday	Католички Велики петак	optional		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
RS	*	Easter Sunday	Католички Васкрс	optional		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
RS	*	Easter Monday	Католички Васкрсни понедељак	optional		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
RS	*	Orthodox Good Friday	Велики петак	public		20200417 20210430 20220422 20230414 20240503 20250418 20260410 20270430 20280414 20290406 20300426 20310411 20320430 20330422 20340407 20350427 20360418
RS	*	Orthodox Easter	Васкрс	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
RS	*	Orthodox Easter Monday	Васкрсни понедељак	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
RS	*	Holocaust Remembrance Day	Дан сећања на жртве холокауста	observance		04-22
RS	*	Labour Day	Празник рада	public		20200501 20200502 20210501 20210503 20220502 20220503 20230501 20230502 20240501 20240502 20250501 20250502 20260501 20260502 20270501 20270503 20280501 20280502 20290501 20290502 20300501 20300502 20310501 20310502 20320501 20320503 20330502 20330503 20340501 20340502 20350501 20350502 20360501 20360502
RS	*	Victory Day	Дан победе	observance		05-09
RS	*	End of Ramadan (Eid al-Fitr)	Рамазански Бајрам	optional		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
RS	*	Saint Vitus Day	Видовдан	observance		06-28
RS	*	Feast of the Sacrifice (Eid al-Adha)	Курбански Бајрам	optional		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
RS	*	Yom Kippur	Јом Кипур	optional		20200928 20210916 20221005 20230925 20241012 20251002 20260921 20271011 20280930 20290919 20301007 20310927 20320915 20331003 20340923 20351013 20361001
RS	*	World War II Serbian Victims Remembrance Day	Дан сећања на српске жртве у Другом светском рату	observance		10-21
RS	*	Armistice Day	Дан примирја	public		20201111 20211111 20221111 20231111 20241111 20251111 20261111 20271111 20281111 20291112 20301111 20311111 20321111 20331111 20341111 20351112 20361111
RS	*	Christmas Day	Католички Божић	optional		12-25
RU	*	New Year's Day	Новый год	public		01-01
RU	*	New Year Holiday	Новогодние каникулы	public		20200102 20200103 20200104 20200105 20200106 20200108 20210102 20210103 20210104 20210105 20210106 20210108 20220102 20220103 20220104 20220105 20220106 20220108 20230102 20230103 20230104 20230105 20230106 20230108 20240102 20240103 20240104 20240105 20240106 20240108 20250102 20250103 20250104 20250105 20250106 20250108 20260102 20260103 20260104 20260105 20260106 20260108 20270102 20270103 20270104 20270105 20270106 20270108 20280102 20280103 20280104 20280105 20280106 20280108 20290102 20290103 20290104 20290105 20290106 20290108 20300102 20300103 20300104 20300105 20300106 20300108 20310102 20310103 20310104 20310105 20310106 20310108 20320102 20320103 20320104 20320105 20320106 20320108 20330102 20330103 20330104 20330105 20330106 20330108 20340102 20340103 20340104 20340105 20340106 20340108 20350102 20350103 20350104 20350105 20350106 20350108 20360102 20360103 20360104 20360105 20360106 20360108
RU	*	Christmas Day	Рождество Христово	public		01-07
RU	*	Defender of the Fatherland Day	День защитника Отечества	public		02-23
RU	*	International Women's Day	Международный женский день	public		20200308 20200309 20210308 20220308 20230308 20240308 20250308 20260308 20260309 20270308 20280308 20290308 20300308 20310308 20320308 20330308 20340308 20350308 20360308
RU	*	Spring and Labour Day	День весны и труда	public		05-01
RU	*	Victory Day	День Победы	public		05-09
RU	*	Russia Day	День России	public		06-12
RU	*	Unity Day	День народного единства	public		11-04
RU	*	Day off (transferred from March 5)	Выходной день (перенос с 5 марта)	public		20220307
RU	*	Day off (transferred from May 1)	Выходной день (перенос с 1 мая)	public		20220502
RU	*	Day off (transferred from January 1)	Выходной день (перенос с 1 января)	public		20220503
RU	*	Day off (transferred from January 2)	Выходной день (перенос с 2 января)	public		20220510
RU	*	Day off (transferred from June 12)	Выходной день (перенос с 12 июня)	public		20220613
RU	AD	Day of Remembrance of the Departed (Radonitsa)	День поминовения усопших (Радоница)	public		20200428 20210511 20220503 20230425 20240514 20250429 20260421 20270511 20280425 20290417 20300507 20310422 20320511 20330503 20340418 20350508 20360429
RU	AD BA CE DA KB KC TA	Uraza-Bayram	Ураза-байрам	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
RU	AD BA CE CR DA KB KC TA	Kurban-Bayram	Курбан-байрам	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
RU	AD	Republic of Adygea Formation Day	День образования Республики Адыгея	public		10-05
RU	AL	Day of the Formation of the Altai Republic	День образования Республики Алтай	public		07-03
RU	BA	Republic of Bashkortostan Day	День Республики Башкортостан	public		10-11
RU	BEL	Prokhorovka Field Day - Russia's Third Military Field	День Прохоровского поля - Третьего ратного поля России	public		07-12
RU	BRY OMS SAR	Radonitsa - Day of Special Remembrance of the Departed	Радоница - день особого поминовения усопших	public		20260421
RU	BU	White Month Festival (Sagaalgan)	Праздник Белого месяца «Сагаалган»	public		20260218
RU	CE	Constitution Day of the Chechen Republic	День Конституции Чеченской Республики	public		03-23
RU	CE	Peace Day in the Chechen Republic	День мира в Чеченской Республике	public		04-16
RU	CR	Day of the Reunification of Crimea with Russia	День воссоединения Крыма с Россией	public		03-18
RU	CR DA	Orthodox Easter	Светлое Христово Воскресение (Пасха)	public		20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
RU	CR	Uraza-Bayram	Ораза-байрам	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
RU	CR	Trinity Sunday	День Святой Троицы	public		20200608 20210621 20220613 20230605 20240624 20250609 20260601 20270621 20280605 20290528 20300617 20310602 20320621 20330613 20340529 20350618 20360609
RU	CU	Day of the Chuvash Republic	День Чувашской Республики	public		06-24
RU	DA	Day of Special Remembrance of the Departed (Radonitsa)	День особого поминовения усопших - Радоница	public		20200428 20210511 20220503 20230425 20240514 20250429 20260421 20270511 20280425 20290417 20300507 20310422 20320511 20330503 20340418 20350508 20360429
RU	DA	Constitution Day of the Republic of Dagestan	День Конституции Республики Дагестан	public		07-26
RU	DA	Day of Unity of the Peoples of Dagestan	День единства народов Дагестана	public		09-15
RU	IN	Eid al-Fitr (Markhash)	Ид аль-Фитр (Мархаш)	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
RU	IN	Eid al-Adha (Ghurba)	Ид аль-Адха (Г1урба)	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
RU	IRK	Unity Day of Remembrance	Единый День памяти	public		20260421
RU	KB	Day of the Revival of the Balkar People	День возрождения балкарского народа	public		03-28
RU	KB	Day of Special Remembrance of the Departed (Radonitsa)	Радоница - день особого поминовения усопших	public		20200428 20210511 20220503 20230425 20240514 20250429 20260421 20270511 20280425 20290417 20300507 20310422 20320511 20330503 20340418 20350508 20360429
RU	KB	Day of Remembrance of the Adyghe (Circassian) Victims of the Russian-Caucasian War	День памяти адыгов (черкесов) - жертв Русско-Кавказской войны	public		05-21
RU	KB	Statehood Day of the Kabardino-Balkar Republic	День государственности Кабардино-Балкарской Республики	public		09-01
RU	KB	Adyghe (Circassian) Day	День адыгов (черкесов)	public		09-20
RU	KC	Day of Remembrance of the Departed (Radonitsa)	День памяти усопших - Радоница	public		20200428 20210511 20220503 20230425 20240514 20250429 20260421 20270511 20280425 20290417 20300507 20310422 20320511 20330503 20340418 20350508 20360429
RU	KC	Day of the Revival of the Karachay People	День возрождения карачаевского народа	public		05-03
RU	KDA STA	Radonitsa - Day of Remembrance of the Departed	День поминовения усопших (Радоница)	public		20260421
RU	KL	Republic of Kalmykia Day	День Республики Калмыкия	public		07-05
RU	KL	Day of Remembrance of the Victims of the Deportation of the Kalmyk People	День памяти жертв депортации калмыцкого народа	public		12-28
RU	KL	Zul	Зул	public		20241225 20251214
RU	KL	Tsagan Sar	Цаган Сар	public		20260218
RU	KL	Birthday of Buddha Shakyamuni	День рождения Будды Шакьямуни	public		20260531
RU	KO	Republic of Komi Day	День Республики Коми	public		08-22
RU	KR	Republic of Karelia Day	День Республики Карелии	public		06-08
RU	MR	25th Anniversary of the Canonization of Righteous Warrior Fyodor Ushakov	День 25-летия канонизации святого праведного воина Феодора Ушакова	public		20260805
RU	NO	First Monday of the Uastyrdzhi (Djeorguiba) Festival	Первый понедельник праздника Уастырджи (Джеоргуыба)	public		20261123
RU	PNZ	Unified Day of Remembrance of the Departed	Единый день поминовения усопших	public		20260421
RU	SA	Republic of Sakha (Yakutia) Day	День Республики Саха (Якутия)	public		04-27
RU	SA	Ysyakh National Holiday	День национального праздника Ысыах	public		06-21
RU	SEV	Day of Sevastopol's Return to Russia	День возвращения города Севастополя в Россию	public		03-18
RU	SEV	Sevastopol City Foundation Day	День основания города Севастополя	public		06-14
RU	TA	Republic of Tatarstan Day	День Республики Татарстан	public		08-30
RU	TA	Constitution Day of the Republic of Tatarstan	День Конституции Республики Татарстан	public		11-06
RU	TY	Republic of Tuva Day	День Республики Тыва	public		08-15
RU	TY	Shagaa	Шагаа	public		20240210 20250301 20260218
RU	TY	Constitution Day of the Republic of Tuva	День Конституции Республики Тыва	public		20240506 20250506 20260508
RU	TY	Naadym	Наадым	public		20240719 20250718 20260724
RU	ZAB	White Month Festival (Sagaalgan)	Праздник Белого месяца "Сагаалган"	public		20260218
RW	*	New Year's Day		public		01-01
RW	*	Public Holiday		public		01-02
RW	*	Heroes Day		public		02-01
RW	*	Genocide Memorial Day		public		04-07
RW	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
RW	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
RW	*	Labour Day		public		05-01
RW	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
RW	*	Independence Day		public		07-01
RW	*	Liberation Day		public		07-04
RW	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
RW	*	National Harvest Day		public		20200807 20210806 20220805 20230804 20240802 20250801 20260807 20270806 20280804 20290803 20300802 20310801 20320806 20330805 20340804 20350803 20360801
RW	*	Assumption		public		08-15
RW	*	Christmas Day		public		12-25
RW	*	Boxing Day		public		12-26
SA	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200523 20200524 20200525 20200526 20210512 20210513 20210514 20210515 20220501 20220502 20220503 20220504 20230421 20230422 20230423 20230424 20240409 20240410 20240411 20240412 20250330 20250331 20250401 20250402 20260319 20260320 20260321 20260322 20270309 20270310 20270311 20270312 20280226 20280227 20280228 20280229 20290214 20290215 20290216 20290217 20300203 20300204 20300205 20300206 20310124 20310125 20310126 20310127 20320113 20320114 20320115 20320116 20330102 20330103 20330104 20330105 20331222 20331223 20331224 20331225 20341211 20341212 20341213 20341214 20351130 20351201 20351202 20351203 20361118 20361119 20361120 20361121
SA	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200730 20200731 20200801 20200802 20210719 20210720 20210721 20210722 20220708 20220709 20220710 20220711 20230627 20230628 20230629 20230630 20240615 20240616 20240617 20240618 20250605 20250606 20250607 20250608 20260526 20260527 20260528 20260529 20270515 20270516 20270517 20270518 20280504 20280505 20280506 20280507 20290423 20290424 20290425 20290426 20300412 20300413 20300414 20300415 20310401 20310402 20310403 20310404 20320321 20320322 20320323 20320324 20330310 20330311 20330312 20330313 20340228 20340301 20340302 20340303 20350217 20350218 20350219 20350220 20360206 20360207 20360208 20360209
SA	*	National Day	اليوم الوطني	public		09-23
SA	*	Founding Day	يوم التأسيس	public		20220222 20230222 20240222 20250222 20260222 20270222 20280222 20290222 20300222 20310222 20320222 20330222 20340222 20350222 20360222
SC	*	New Year's Day		public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
SC	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SC	*	Easter Saturday		public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
SC	*	Easter Sunday		public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SC	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SC	*	Labour Day		public		05-01
SC	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
SC	*	National Holiday		public		06-18
SC	*	Independence Day		public		06-29
SC	*	Assumption		public		08-15
SC	*	All Saints' Day		public		11-01
SC	*	Immaculate Conception		public		12-08
SC	*	Christmas Day		public		12-25
SD	*	Independence Day		public		01-01
SD	*	Coptic Christmas		public		01-07
SD	*	Coptic Easter		public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
SD	*	End of Ramadan (Eid al-Fitr)		public		20200524 20200525 20200526 20200527 20210513 20210514 20210515 20210516 20220502 20220503 20220504 20220505 20230421 20230422 20230423 20230424 20240410 20240411 20240412 20240413 20250330 20250331 20250401 20250402 20260320 20260321 20260322 20260323 20270309 20270310 20270311 20270312 20280226 20280227 20280228 20280229 20290214 20290215 20290216 20290217 20300204 20300205 20300206 20300207 20310124 20310125 20310126 20310127 20320114 20320115 20320116 20320117 20330102 20330103 20330104 20330105 20331223 20331224 20331225 20331226 20341212 20341213 20341214 20341215 20351201 20351202 20351203 20351204 20361119 20361120 20361121 20361122
SD	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20200801 20200802 20210720 20210721 20210722 20220709 20220710 20220711 20230628 20230629 20230630 20240616 20240617 20240618 20250606 20250607 20250608 20260527 20260528 20260529 20270516 20270517 20270518 20280505 20280506 20280507 20290424 20290425 20290426 20300413 20300414 20300415 20310402 20310403 20310404 20320322 20320323 20320324 20330311 20330312 20330313 20340301 20340302 20340303 20350218 20350219 20350220 20360207 20360208 20360209
SD	*	Islamic New Year		public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
SD	*	Birthday of Muhammad (Mawlid)		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
SD	*	Revolution Day		public		12-19
SD	*	Christmas Day		public		12-25
SE	*	New Year's Day	nyårsdagen	public		01-01
SE	*	Twelfth Night	trettondagsafton	optional	h	01-05
SE	*	Epiphany	trettondedag jul	public		01-06
SE	*	Saint Knut's Day	tjugondag Knut	observance		01-13
SE	*	Vasaloppet		observance		20200301 20210307 20220306 20230305 20240303 20250302 20260301 20270307 20280305 20290304 20300303 20310302 20320307 20330306 20340305 20350304 20360302
SE	*	Maundy Thursday	skärtorsdagen	observance		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
SE	*	Good Friday	långfredagen	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SE	*	Easter Saturday	påskafton	observance		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
SE	*	Easter Sunday	påskdagen	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SE	*	Easter Monday	annandag påsk	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SE	*	Walpurgis Night	valborgsmässoafton	optional	h	04-30
SE	*	Labour Day	första maj	public		05-01
SE	*	Ascension Day	Kristi himmelsfärdsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SE	*	Whitsun Eve	pingstafton	observance		20200530 20210522 20220604 20230527 20240518 20250607 20260523 20270515 20280603 20290519 20300608 20310531 20320515 20330604 20340527 20350512 20360531
SE	*	Pentecost	pingstdagen	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
SE	*	Mother's Day	Mors dag	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
SE	*	Whit Monday	annandag pingst	observance		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
SE	*	National Day	nationaldagen	public		06-06
SE	*	Midsummer Eve	midsommarafton	bank		20200619 20210625 20220624 20230623 20240621 20250620 20260619 20270625 20280623 20290622 20300621 20310620 20320625 20330624 20340623 20350622 20360620
SE	*	Midsummer Day	midsommardagen	public		20200620 20210626 20220625 20230624 20240622 20250621 20260620 20270626 20280624 20290623 20300622 20310621 20320626 20330625 20340624 20350623 20360621
SE	*	Halloween	allhelgonaafton	optional	h	20201030 20211105 20221104 20231103 20241101 20251031 20261030 20271105 20281103 20291102 20301101 20311031 20321105 20331104 20341103 20351102 20361031
SE	*	All Saints' Day	alla helgons dag	public		20201031 20211106 20221105 20231104 20241102 20251101 20261031 20271106 20281104 20291103 20301102 20311101 20321106 20331105 20341104 20351103 20361101
SE	*	Gustavus Adolphus Day	Gustav-Adolf-dagen	observance		11-06
SE	*	Saint Martin's Day	Mårtensgås	observance		11-11
SE	*	Nobel Day	Nobeldagen	observance		12-10
SE	*	Saint Lucy's Day	Luciadagen	observance		12-13
SE	*	Christmas Eve	julafton	bank		12-24
SE	*	Christmas Day	juldagen	public		12-25
SE	*	Boxing Day	annandag jul	public		12-26
SE	*	New Year's Eve	nyårsafton	bank		12-31
SG	*	New Year's Day		public		01-01
SG	*	Chinese New Year		public		20200125 20200126 20210212 20210213 20220201 20220202 20230122 20230123 20240210 20240211 20250129 20250130 20260217 20260218 20270206 20270207 20280126 20280127 20290213 20290214 20300203 20300204 20310123 20310124 20320211 20320212 20330131 20330201 20340219 20340220 20350208 20350209 20360128 20360129
SG	*	Chinese New Year (substitute day)		public	s	20200127 20230124 20240212 20270208 20300205 20340221
SG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SG	*	Labour Day		public		05-01
SG	*	Vesak Day		public		20200507 20210526 20220515 20220516 20230602 20240522 20250512 20260531 20260601
SG	*	Hari Raya Puasa		public		20200524 20210513 20220503 20230422 20240410 20250331 20260321 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
SG	*	Hari Raya Haji		public		20200731 20210720 20220710 20230629 20240616 20250607 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
SG	*	National Day		public		08-09
SG	*	National Day (substitute day)		public	s	20200810 20260810
SG	*	Deepavali		public		20201114 20211104 20221024 20231113 20241031 20251020 20261108 20261109 20271028 20281115 20291105 20301025
SG	*	Christmas Day		public		12-25
SG	*	Labour Day (substitute day)		public	s	20220502 20330502
SG	*	Christmas Day (substitute day)		public	s	20221226 20331226
SG	*	New Year's Day (substitute day)		public	s	20230102 20340102
SG	*	Presidential Election Day		public		20230901
SH	*	New Year's Day		public		01-01
SH	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SH	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SH	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SH	*	Queen's Birthday		public		20200420 20210419 20220418 20230417 20240415 20250421 20260420 20270419 20280417 20290416 20300415 20310421 20320419 20330418 20340417 20350416 20360421
SH	*	Saint Helena Day		public		05-21
SH	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
SH	. AC HL	August Bank Holiday		public		20200831 20210830 20220829 20230828 20240826 20250825 20260831 20270830 20280828 20290827 20300826 20310825 20320830 20330829 20340828 20350827 20360825
SH	*	Christmas Day		public		12-25
SH	*	Boxing Day		public		12-26
SH	*	Boxing Day (substitute day)		public	s	20201228 20211227 20261228 20271227 20321227
SH	*	Christmas Day (substitute day)		public	s	20211228 20221227 20271228 20321228 20331227
SH	*	New Year's Day (substitute day)		public	s	20220103 20230102 20280103 20330103 20340102
SH	AC TA	Ascension Day		public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SH	TA	Anniversary Day		public		08-14
SI	*	New Year's Day	novo leto	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
SI	*	Prešeren Day, the Slovenian Cultural Holiday	Prešernov dan, slovenski kulturni praznik	public		02-08
SI	*	Carnival	Pust	observance		20200223 20210214 20220227 20230219 20240211 20250302 20260215 20270207 20280227 20290211 20300303 20310223 20320208 20330227 20340219 20350204 20360224
SI	*	International Women's Day	Mednarodni dan žena	observance		03-08
SI	*	Easter Sunday	velikonočna nedelja	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SI	*	Easter Monday	velikonočni ponedeljek	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SI	*	St. George's Day	Jurjevanje	observance		04-23
SI	*	Day of Uprising Against Occupation	dan upora proti okupatorju	public		04-27
SI	*	Labour Day	praznik dela	public		20200501 20200502 20210501 20210502 20220501 20220502 20230501 20230502 20240501 20240502 20250501 20250502 20260501 20260502 20270501 20270502 20280501 20280502 20290501 20290502 20300501 20300502 20310501 20310502 20320501 20320502 20330501 20330502 20340501 20340502 20350501 20350502 20360501 20360502
SI	*	Pentecost	binkošti	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
SI	*	Primož Trubar Day	dan Primoža Trubarja	observance		06-08
SI	*	Statehood Day	dan državnosti	public		06-25
SI	*	Assumption	Marijino vnebovzetje	public		08-15
SI	*	Unification of Prekmurje Slovenes with the Mother Nation	združitev prekmurskih Slovencev z matičnim narodom	observance		08-17
SI	*	Return of Primorska to the Motherland	priključitev Primorske k matični domovini	observance		09-15
SI	*	Slovenian Sports Day	dan slovenskega športa	observance		09-23
SI	*	Sovereignty Day	dan suverenosti	observance		10-25
SI	*	Reformation Day	dan reformacije	public		10-31
SI	*	Day of Remembrance for the Dead	dan spomina na mrtve	public		11-01
SI	*	St. Martin's Day	Martinovanje	observance		11-11
SI	*	Rudolf Maister Day	dan Rudolfa Maistra	observance		11-23
SI	*	Saint Nicholas Day	Miklavž	observance		12-06
SI	*	Christmas Day	božič	public		12-25
SI	*	Independence and Unity Day	dan samostojnosti in enotnosti	public		12-26
SJ	*	New Year's Day	Første nyttårsdag	public		01-01
SJ	*	Birthday of Princess Ingrid Alexandra	H.K.H. prinsesse Ingrid Alexandra	observance		01-21
SJ	*	Day of the Sami people	Samefolkets dag	observance		02-06
SJ	*	Mother's Day	Morsdag	observance		20200209 20210214 20220213 20230212 20240211 20250209 20260208 20270214 20280213 20290211 20300210 20310209 20320208 20330213 20340212 20350211 20360210
SJ	*	Valentine's Day	Valentinsdag	observance		02-14
SJ	*	Birthday of King Harald V	H.M. kong Harald V	observance		02-21
SJ	*	Carnival	Fastelavn	observance		20200223 20210214 20220227 20230219 20240211 20250302 20260215 20270207 20280227 20290211 20300303 20310223 20320208 20330227 20340219 20350204 20360224
SJ	*	Ash Wednesday	Askeonsdag	observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
SJ	*	International Women's Day	Kvinnedagen	observance		03-08
SJ	*	April Fools' Day	Aprilsnarr	observance		04-01
SJ	*	Palm Sunday	Palmesøndag	observance		20200405 20210328 20220410 20230402 20240324 20250413 20260329 20270321 20280409 20290325 20300414 20310406 20320321 20330410 20340402 20350318 20360406
SJ	*	Maundy Thursday	Skjærtorsdag	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
SJ	*	Good Friday	Langfredag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SJ	*	Easter Sunday	Første påskedag	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SJ	*	Easter Monday	Andre påskedag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SJ	*	Labour Day	Arbeidernes dag	public		05-01
SJ	*	Liberation Day	Frigjøringsdagen	observance		05-08
SJ	*	Constitution Day	Grunnlovsdagen	public		05-17
SJ	*	Ascension Day	Kristi himmelfartsdag	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SJ	*	Pentecost	Første pinsedag	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
SJ	*	Whit Monday	Andre pinsedag	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
SJ	*	Union Dissolution Day	Unionsoppløsningen	observance		06-07
SJ	*	Midsummar Eve	Sankthansaften	observance		06-23
SJ	*	Birthday of Queen Sonja	H.M. dronning Sonja	observance		07-04
SJ	*	Birthday of Crown Prince Haakon Magnus	H.K.H. kronprins Haakon Magnus	observance		07-20
SJ	*	Olsok		optional		07-29
SJ	*	Birthday of Crown Princess Mette-Marit	H.K.H. kronprinsesse Mette-Marit	observance		08-19
SJ	*	All Saints' Day	Allehelgensaften	observance		20201101 20211107 20221106 20231105 20241103 20251102 20261101 20271107 20281105 20291104 20301103 20311102 20321107 20331106 20341105 20351104 20361102
SJ	*	Father's Day	Farsdag	observance		20201108 20211114 20221113 20231112 20241110 20251109 20261108 20271114 20281112 20291111 20301110 20311109 20321114 20331113 20341112 20351111 20361109
SJ	*	First Sunday of Advent	Første søndag i advent	observance		20201129 20211128 20221127 20231203 20241201 20251130 20261129 20271128 20281203 20291202 20301201 20311130 20321128 20331127 20341203 20351202 20361130
SJ	*	Second Sunday of Advent	Andre søndag i advent	observance		20201206 20211205 20221204 20231210 20241208 20251207 20261206 20271205 20281210 20291209 20301208 20311207 20321205 20331204 20341210 20351209 20361207
SJ	*	Third Sunday of Advent	Tredje søndag i advent	observance		20201213 20211212 20221211 20231217 20241215 20251214 20261213 20271212 20281217 20291216 20301215 20311214 20321212 20331211 20341217 20351216 20361214
SJ	*	Fourth Sunday of Advent	Fjerde søndag i advent	observance		20201220 20211219 20221218 20231224 20241222 20251221 20261220 20271219 20281224 20291223 20301222 20311221 20321219 20331218 20341224 20351223 20361221
SJ	*	Christmas Eve	Julaften	bank		12-24
SJ	*	Christmas Day	Første juledag	public		12-25
SJ	*	Boxing Day	Andre juledag	public		12-26
SJ	*	New Year's Eve	Nyttårsaften	bank	h	20201231 20211231 20221231 20241231 20251231 20261231 20271231 20291231 20301231 20311231 20321231 20331231 20351231 20361231
SJ	*	New Year's Eve	Nyttårsaften	bank		20231231 20281231 20341231
SK	*	New Year's Day	Deň vzniku Slovenskej republiky	public		01-01
SK	*	Epiphany	Zjavenie Pána	public		01-06
SK	*	Good Friday	Veľký piatok	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SK	*	Easter Sunday	Veľká noc	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SK	*	Easter Monday	Veľkonočný pondelok	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SK	*	Labour Day	Sviatok práce	public		05-01
SK	*	Day of victory over fascism	Deň víťazstva nad fašizmom	public		20200508 20210508 20220508 20230508 20240508 20250508
SK	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
SK	*	Saints Cyril and Methodius Day	Sviatok svätého Cyrila a Metoda	public		07-05
SK	*	Slovak National Uprising anniversary	Výročie Slovenského národného povstania	public		08-29
SK	*	Constitution Day	Deň Ústavy	public		20200901 20210901 20220901 20230901
SK	*	Day of Our Lady of the Seven Sorrows	Sviatok Panny Márie Sedembolestnej	public		20200915 20210915 20220915 20230915 20240915 20250915
SK	*	All Saints' Day	Sviatok všetkých svätých	public		11-01
SK	*	Struggle for Freedom and Democracy Day	Deň boja za slobodu a demokraciu	public		20201117 20211117 20221117 20231117 20241117
SK	*	Christmas Eve	Štedrý deň	public		12-24
SK	*	Christmas Day	Prvý sviatok vianočný	public		12-25
SK	*	Boxing Day	Druhý sviatok vianočný	public		12-26
SK	*	Constitution Day	Deň Ústavy	observance		20240901 20250901 20260901 20270901 20280901 20290901 20300901 20310901 20320901 20330901 20340901 20350901 20360901
SK	*	Struggle for Freedom and Democracy Day	Deň boja za slobodu a demokraciu	observance		20251117 20261117 20271117 20281117 20291117 20301117 20311117 20321117 20331117 20341117 20351117 20361117
SK	*	Day of victory over fascism	Deň víťazstva nad fašizmom	observance		20260508 20270508 20280508 20290508 20300508 20310508 20320508 20330508 20340508 20350508 20360508
SK	*	Day of Our Lady of the Seven Sorrows	Sviatok Panny Márie Sedembolestnej	observance		20260915 20270915 20280915 20290915 20300915 20310915 20320915 20330915 20340915 20350915 20360915
SL	*	New Year's Day		public		01-01
SL	*	Armed Forces Day		public		02-18
SL	*	International Women's Day		public		03-08
SL	*	International Women's Day (substitute day)		public	s	20200309 20260309
SL	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SL	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SL	*	Independence Day		public		04-27
SL	*	Korité		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
SL	*	Korité (substitute day)		public	s	20200525 20250331 20330103
SL	*	Tabaski		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
SL	*	Mawlid		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
SL	*	Christmas Day		public		12-25
SL	*	Boxing Day		public		12-26
SL	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
SL	*	Christmas Day (substitute day)		public	s	20221227 20331227
SL	*	New Year's Day (substitute day)		public	s	20230102 20340102
SL	*	Armed Forces Day (substitute day)		public	s	20240219 20290219 20350219
SL	*	Tabaski (substitute day)		public	s	20240617 20270517 20350219
SL	*	Mawlid (substitute day)		public	s	20240916 20320621 20350521
SL	*	Independence Day (substitute day)		public	s	20250428 20310428 20360428
SM	*	New Year's Day	Capodanno	public		01-01
SM	*	Epiphany	Epifania	public		01-06
SM	*	Feast of Saint Agatha	Festa di Sant’Agata	public		02-05
SM	*	Anniversary of the Arengo	Anniversario dell'Arengo	public		03-25
SM	*	Inauguration Ceremony	Cerimonia di investitura dei Capitani Reggenti	public		04-01
SM	*	Easter Sunday	Domenica di Pasqua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SM	*	Easter Monday	Lunedì dell’Angelo	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SM	*	Labour Day	Festa del lavoro	public		05-01
SM	*	Mother's Day	Festa della mamma	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
SM	*	Corpus Christi	Corpus Domini	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
SM	*	Liberation from Fascism	Anniversario della caduta del Fascismo e Festa della Libertà	public		07-28
SM	*	Assumption	Assunzione di Maria	public		08-15
SM	*	The Feast of San Marino and the Republic	Festa di San Marino e di Fondazione della Repubblica	public		09-03
SM	*	Cerimonia di investitura dei Capitani Reggenti		public		10-01
SM	*	All Saints' Day	Tutti i Santi	public		11-01
SM	*	Commemoration of the deceased	Commemorazione dei defunti	public		11-02
SM	*	Immaculate Conception	Immacolata Concezione	public		12-08
SM	*	Christmas Day	Natale di Gesù	public		12-25
SM	*	Boxing Day	Santo Stefano	public		12-26
SM	*	New Year's Eve	Ultimo dell’anno	optional		12-31
SN	*	New Year's Day	Nouvel An	public		01-01
SN	*	National Holiday	Fête nationale	public		04-04
SN	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SN	*	Labour Day	Fête du travail	public		05-01
SN	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SN	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200524 20200525 20210513 20220502 20230421 20240410 20250330 20250331 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20330103 20331223 20341212 20351201 20361119
SN	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
SN	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200731 20210720 20220709 20230628 20240616 20240617 20250606 20260527 20270516 20270517 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20350219 20360207
SN	*	Assumption	Assomption	public		08-15
SN	*	Day of Ashura		public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
SN	*	Magal de Touba		public		20201005 20210925 20220914 20230903 20240822 20250812 20260801 20270722 20280711 20290630 20300619 20310608 20320527 20330517 20340507 20350426 20360415
SN	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
SN	*	All Saints' Day	Toussaint	public		11-01
SN	*	Christmas Day	Noël	public		12-25
SO	.	New Year's Day	عيد رأس السنة	public		01-01
SO	*	Labour Day	يوم العمال	public		05-01
SO	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
SO	*	Independence of British Somaliland	استقلال الصومال البريطاني	public		06-26
SO	.	Independence Day	عيد الاستقلال	public		07-01
SO	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
SO	.	Day of Ashura	عاشوراء	public		20200829 20210818 20220808 20230728 20240716 20250705 20260625 20270615 20280603 20290523 20300512 20310502 20320420 20330410 20340330 20350320 20360308
SO	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
SO	AW SA SO TO WO	Laylat al-Mi'raj	الإسراء والمعراج	public		20200322 20210311 20220228 20230218 20240208 20250127 20260116 20270105 20271225 20281214 20291203 20301123 20311112 20321101 20331021 20341010 20350929 20360918
SO	AW SA SO TO WO	Restoration of Somaliland Sovereignty		public		20200518 20200519 20210518 20210519 20220518 20220519 20230518 20230519 20240518 20240519 20250518 20250519 20260518 20260519 20270518 20270519 20280518 20280519 20290518 20290519 20300518 20300519 20310518 20310519 20320518 20320519 20330518 20330519 20340518 20340519 20350518 20350519 20360518 20360519
SO	AW SA SO TO WO	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
SR	*	New Year's Day	Nieuwjaar	public		01-01
SR	*	Chinese New Year	Chinees Nieuwjaar	public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
SR	*	Day of Liberation and Innovation	Dag van Bevrijding en Vernieuwing	public		02-25
SR	*	Holi Phagwa	Holifeest	public		20200309 20210328 20220318 20230307 20240325 20250314 20260303 20270322 20280311 20290328 20300319
SR	*	Good Friday	Goede Vrijdag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SR	*	Easter Sunday	Pasen	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SR	*	Easter Monday	Tweede paasdag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SR	*	Labour Day	Dag van de Arbeid	public		05-01
SR	*	End of Ramadan (Eid al-Fitr)	Suikerfeest (Eid al-Fitr)	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
SR	*	Emancipation Day	Dag der Vrijheden (Keti koti)	public		07-01
SR	*	Feast of the Sacrifice (Eid al-Adha)	Offerfeest (Eid Al-Adha)	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
SR	*	Indigenous People's Day	Dag der Inheemsen	public		08-09
SR	*	Day of the Maroons	Dag van de Marrons	public		10-10
SR	*	Deepavali	Divali	public		20201114 20211104 20221024 20231112 20241031 20251020 20261108 20271028 20281017 20291105 20301025
SR	*	Independence Day	Onafhankelijkheidsdag	public		11-25
SR	*	Christmas Day	Kerstmis	public		12-25
SR	*	Boxing Day	Tweede kerstdag	public		12-26
SS	*	New Year's Day		public		01-01
SS	*	Peace Agreement Day		public		01-09
SS	*	International Women's Day		public		03-08
SS	*	SPLA Day		public		05-16
SS	*	End of Ramadan (Eid al-Fitr)		public		20200525 20210514 20220503 20230422 20240411 20250331 20260321 20270310 20280227 20290215 20300205 20310125 20320115 20330103 20331224 20341213 20351202 20361120
SS	*	Mother's Day		observance		20200706 20210705 20220704 20230703 20240701 20250707 20260706 20270705 20280703 20290702 20300701 20310707 20320705 20330704 20340703 20350702 20360707
SS	*	Independence Day		public		07-09
SS	*	Martyrs Day		public		07-30
SS	*	Feast of the Sacrifice (Eid al-Adha)		public		20200802 20210722 20220711 20230630 20240618 20250608 20260529 20270518 20280507 20290426 20300415 20310404 20320324 20330313 20340303 20350220 20360209
SS	*	Christmas Day		public		12-25
SS	*	Republic Day		public		12-28
SS	*	New Year's Eve		public		12-31
ST	*	New Year's Day	Ano Novo	public		01-01
ST	*	Martyrs' Day	Dia dos Mártires	public		02-03
ST	*	Labour Day	Dia do trabalhador	public		05-01
ST	*	Independence Day	Dia da Independência	public		07-12
ST	*	Independence Day (substitute day)	Dia da Independência (substitute day)	public	s	20200713 20250711 20260713 20310711 20360711
ST	*	Armed Forces Day	Dia das Forças Armadas	public		09-06
ST	*	Armed Forces Day (substitute day)	Dia das Forças Armadas (substitute day)	public	s	20200907 20250905 20260907 20310905 20360905
ST	*	Agricultural Reform Day	Dia da Reforma Agrária	public		09-30
ST	*	São Tomé Day	Dia de São Tomé	public		12-21
ST	*	Christmas Day	Natal	public		12-25
ST	*	Labour Day (substitute day)	Dia do trabalhador (substitute day)	public	s	20210430 20220502 20270430 20320430 20330502
ST	*	Christmas Day (substitute day)	Natal (substitute day)	public	s	20211224 20221226 20271224 20321224 20331226
ST	*	New Year's Day (substitute day)	Ano Novo (substitute day)	public	s	20211231 20230102 20271231 20321231 20340102
ST	*	Agricultural Reform Day (substitute day)	Dia da Reforma Agrária (substitute day)	public	s	20230929 20280929 20291001 20340929 20351001
ST	*	Martyrs' Day (substitute day)	Dia dos Mártires (substitute day)	public	s	20240202 20290202 20300204 20350202 20360204
ST	*	São Tomé Day (substitute day)	Dia de São Tomé (substitute day)	public	s	20241220 20251222 20301220 20311222 20361222
SV	*	New Year's Day	Año Nuevo	observance		01-01
SV	*	Firma de los Acuerdos de Paz		observance		01-16
SV	*	Día de la Mujer		observance		03-08
SV	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
SV	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SV	*	Easter Saturday	Sabado Santo	public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
SV	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SV	*	Labour Day	Día del Trabajador	public		05-01
SV	*	Soldier's Day	Día del Soldado	observance		05-07
SV	*	Mother's Day	Día de la Madre	optional		05-10
SV	*	Father's Day	Día del Padre	observance		06-17
SV	*	Día del Maestro		optional		06-22
SV	*	Celebración del Divino Salvador del Mundo		public		08-06
SV	*	Independence Day	Día de la Independencia	public		09-15
SV	*	All Souls' Day	Día de los Difuntos	public		11-02
SV	*	Christmas Day	Navidad	public		12-25
SV	SS	Fiestas Agostinas		public		20200803 20200805 20210803 20210805 20220803 20220805 20230803 20230805 20240803 20240805 20250803 20250805 20260803 20260805 20270803 20270805 20280803 20280805 20290803 20290805 20300803 20300805 20310803 20310805 20320803 20320805 20330803 20330805 20340803 20340805 20350803 20350805 20360803 20360805
SX	*	New Year's Day	Nieuwjaar	public		01-01
SX	*	Good Friday	Goede Vrijdag	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SX	*	Easter Sunday	Pasen	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SX	*	Easter Monday	Tweede paasdag	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SX	*	King's Day	Koningsdag	public		04-27
SX	*	Carnival	Carnaval	public		20200430 20210430 20220429 20230502 20240430 20250430 20260430 20270430 20280502 20290430 20300430 20310430 20320430 20330429 20340502 20350430 20360430
SX	*	Labour Day	Dag van de Arbeid	public		20200501 20210501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330502 20340501 20350501 20360501
SX	*	Ascension Day	O.L.H. Hemelvaart	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SX	*	Pentecost	Pinksteren	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
SX	*	Emancipation Day	Emancipatiedag	public		07-01
SX	*	Constitution Day	Dag van de Grondwet	public		10-09
SX	*	Sint Maarten Day		public		11-11
SX	*	Christmas Day	Kerstmis	public		12-25
SX	*	Boxing Day	Tweede kerstdag	public		12-26
SZ	*	New Year's Day		public		01-01
SZ	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
SZ	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
SZ	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
SZ	*	Birthday of King Mswati III		public		04-19
SZ	*	Birthday of King Mswati III (substitute day)		public	s	20200420 20250421 20260420 20310421 20360421
SZ	*	National Flag Day		public		04-25
SZ	*	National Flag Day (substitute day)		public	s	20200427 20210426 20260427 20270426 20320426
SZ	*	Labour Day		public		05-01
SZ	*	Ascension Day		public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
SZ	*	Birthday of the late King Sobhuza		public		07-22
SZ	*	Independence Day	Somhlolo Day	public		09-06
SZ	*	Umhlanga Reed Dance		public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
SZ	*	Independence Day (substitute day)	Somhlolo Day (substitute day)	public	s	20200907 20250908 20260907 20310908 20360908
SZ	*	Christmas Day		public		12-25
SZ	*	Boxing Day		public		20201226 20211226 20211227 20221226 20231226 20241226 20251226 20261226 20271226 20271227 20281226 20291226 20301226 20311226 20321226 20321227 20331226 20341226 20351226 20361226
SZ	*	Incwala Festival	Incwala	public		20201228 20201229 20201230 20201231 20210101 20210102 20211228 20211229 20211230 20211231 20220101 20220102 20221228 20221229 20221230 20221231 20230101 20230102 20231228 20231229 20231230 20231231 20240101 20240102 20241228 20241229 20241230 20241231 20250101 20250102 20251228 20251229 20251230 20251231 20260101 20260102 20261228 20261229 20261230 20261231 20270101 20270102 20271228 20271229 20271230 20271231 20280101 20280102 20281228 20281229 20281230 20281231 20290101 20290102 20291228 20291229 20291230 20291231 20300101 20300102 20301228 20301229 20301230 20301231 20310101 20310102 20311228 20311229 20311230 20311231 20320101 20320102 20321228 20321229 20321230 20321231 20330101 20330102 20331228 20331229 20331230 20331231 20340101 20340102 20341228 20341229 20341230 20341231 20350101 20350102 20351228 20351229 20351230 20351231 20360101 20360102 20361228 20361229 20361230 20361231
SZ	*	Labour Day (substitute day)		public	s	20210503 20220502 20270503 20320503 20330502
SZ	*	Birthday of the late King Sobhuza (substitute day)		public	s	20230724 20280724 20290723 20340724 20350723
TC	*	New Year's Day		public		20200101 20210101 20220101 20220103 20230101 20230102 20240101 20250101 20260101 20270101 20280101 20280103 20290101 20300101 20310101 20320101 20330101 20330103 20340101 20340102 20350101 20360101
TC	*	Commonwealth Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
TC	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
TC	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
TC	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TC	*	National Heroes' Day		public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
TC	*	Queen's Birthday		public		20200615 20210614 20220613 20230612 20240610 20250609 20260615 20270614 20280612 20290611 20300610 20310609 20320614 20330613 20340612 20350611 20360609
TC	*	Emancipation Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
TC	*	National Youth Day		public		20200925 20210924 20220930 20230929 20240927 20250926 20260925 20270924 20280929 20290928 20300927 20310926 20320924 20330930 20340929 20350928 20360926
TC	*	National Heritage Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
TC	*	National Day of Thanksgiving		public		20201127 20211126 20221125 20231124 20241122 20251128 20261127 20271126 20281124 20291123 20301122 20311128 20321126 20331125 20341124 20351123 20361128
TC	*	Christmas Day		public		12-25
TC	*	Boxing Day		public		12-26
TC	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
TC	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
TD	*	New Year's Day	عيد رأس السنة	public		20200101 20210101 20220101 20230101 20230102 20240101 20250101 20260101 20270101 20280101 20290101 20300101 20310101 20320101 20330101 20340101 20340102 20350101 20360101
TD	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TD	*	Labour Day	يوم العمال	public		20200501 20210501 20220501 20220502 20230501 20240501 20250501 20260501 20270501 20280501 20290501 20300501 20310501 20320501 20330501 20330502 20340501 20350501 20360501
TD	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
TD	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
TD	*	Independence Day	Fête Nationale (Indépendance)	public		20200811 20210811 20220811 20230811 20240811 20240812 20250811 20260811 20270811 20280811 20290811 20300811 20300812 20310811 20320811 20330811 20340811 20350811 20360811
TD	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
TD	*	All Saints' Day	Toussaint	public		11-01
TD	*	Proclamation of the Republic	Anniversaire de la Proclamation de la République	public		11-28
TD	*	Freedom and Democracy Day	Journée de la libération et de la démocratie	public		20201201 20211201 20221201 20231201 20241201 20241202 20251201 20261201 20271201 20281201 20291201 20301201 20301202 20311201 20321201 20331201 20341201 20351201 20361201
TD	*	Christmas Day	عيد الميلاد المجيد	public		12-25
TG	*	New Year's Day	Nouvel An	public		01-01
TG	*	Liberation Day	Jour de la libération	public		01-13
TG	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TG	*	Independence Day	Jour de l’Indépendance	public		04-27
TG	*	Labour Day	Fête du travail	public		05-01
TG	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
TG	*	End of Ramadan (Eid al-Fitr)	Fête de fin du Ramadan	public		20200525 20210514 20220503 20230422 20240411 20250331 20260321 20270310 20280227 20290215 20300205 20310125 20320115 20330103 20331224 20341213 20351202 20361120
TG	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
TG	*	Day of the Martyrs	Journée des Martyrs	public		06-21
TG	*	Feast of the Sacrifice (Eid al-Adha)	Fête du mouton	public		20200801 20210721 20220710 20230629 20240617 20250607 20260528 20270517 20280506 20290425 20300414 20310403 20320323 20330312 20340302 20350219 20360208
TG	*	Assumption	Assomption	public		08-15
TG	*	Birthday of Muhammad (Mawlid)	Mawlid	public		20201030 20211019 20221009 20230928 20240916 20250905 20260826 20270815 20280804 20290725 20300714 20310703 20320621 20330610 20340531 20350521 20360509
TG	*	All Saints' Day	Toussaint	public		11-01
TG	*	Christmas Day	Noël	public		12-25
TH	*	New Year's Day		public		01-01
TH	*	Makha Bucha		public		20200208 20210226 20220216 20230306 20240224 20250213 20260303
TH	*	Chakri Memorial Day		public		04-06
TH	*	Songkran Festival		public		20200413 20200414 20200415 20210413 20210414 20210415 20220413 20220414 20220415 20230413 20230414 20230415 20240413 20240414 20240415 20250413 20250414 20250415 20260413 20260414 20260415 20270413 20270414 20270415 20280413 20280414 20280415 20290413 20290414 20290415 20300413 20300414 20300415 20310413 20310414 20310415 20320413 20320414 20320415 20330413 20330414 20330415 20340413 20340414 20340415 20350413 20350414 20350415 20360413 20360414 20360415
TH	*	Coronation Day		public		05-04
TH	*	Vesak Day		public		20200507 20210526 20220515 20220516 20230504 20240522 20250512 20260531
TH	*	Queen Suthida's Birthday		public		06-03
TH	*	Asalha Puja		public		20200704 20210724 20220713 20230731 20240719 20250710 20260729
TH	*	Buddhist Lent		public		20200705 20210725 20220714 20230801 20240720 20250711 20260730
TH	*	King's Birthday		public		07-28
TH	*	The Queen Mother's Birthday		public		08-12
TH	*	King Bhumibol Adulyadej Memorial Day		public		10-13
TH	*	King Chulalongkorn Day		public		10-23
TH	*	King Bhumibol Adulyadej's Birthday		public		12-05
TH	*	Constitution Day		public		12-10
TH	*	New Year's Eve		public		12-31
TN	*	New Year's Day	عيد رأس السنة	public		01-01
TN	*	عيد الثورة و الشباب		public		01-14
TN	*	عيد الإستقلال		public		03-20
TN	*	عيد الشهداء		public		04-09
TN	*	Labour Day	يوم العمال	public		05-01
TN	*	End of Ramadan (Eid al-Fitr)	عيد الفطر	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
TN	*	عيد الجمهورية		public		07-25
TN	*	Feast of the Sacrifice (Eid al-Adha)	عيد الأضحى	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
TN	*	عيد المرأة		public		08-13
TN	*	Islamic New Year	رأس السنة الهجرية	public		20200820 20210809 20220730 20230719 20240707 20250626 20260616 20270606 20280525 20290514 20300503 20310423 20320411 20330401 20340321 20350311 20360228
TN	*	عيد الجلاء		public		10-15
TN	*	Birthday of Muhammad (Mawlid)	المولد النبويّ	public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
TO	*	New Year's Day		public		01-01
TO	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
TO	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TO	*	ANZAC Day		public		04-25
TO	*	Emancipation Day		public		20200608 20210607 20220606 20230605 20240603 20240604 20250604 20260608 20270607 20280605 20290604 20300603 20300604 20310604 20320607 20330606 20340605 20350604 20360604
TO	*	Official Birthday of His Majesty King Tupou VI		public		07-04
TO	*	Birthday of His Royal Highness The Crown Prince Tupotoʻa-ʻUlukalala		public		09-17
TO	*	Constitutional Day		public		20201102 20211108 20221107 20231106 20241104 20251103 20261102 20271108 20281106 20291105 20301104 20311103 20321108 20331107 20341106 20351105 20361103
TO	*	Anniversary of the Coronation of H.M. King George Tupou I		public		20201207 20211206 20221205 20231204 20241204 20251208 20261207 20271206 20281204 20291203 20291204 20301204 20311208 20321206 20331205 20341204 20351203 20351204 20361208
TO	*	Christmas Day		public		12-25
TO	*	Boxing Day		public		12-26
TR	*	New Year's Day	Yılbaşı	public		01-01
TR	*	National Sovereignty and Children's Day	Ulusal Egemenlik ve Çocuk Bayramı	public		04-23
TR	*	Labour and Solidarity Day	Emek ve Dayanışma Günü	public		05-01
TR	*	Commemoration of Atatürk, Youth and Sports Day	Atatürk'ü Anma Gençlik ve Spor Bayramı	public		05-19
TR	*	End of Ramadan (Eid al-Fitr)	Ramazan Bayramı	public		20200524 20200525 20200526 20210513 20210514 20210515 20220502 20220503 20220504 20230421 20230422 20230423 20240410 20240411 20240412 20250330 20250331 20250401 20260320 20260321 20260322 20270309 20270310 20270311 20280226 20280227 20280228 20290214 20290215 20290216 20300204 20300205 20300206 20310124 20310125 20310126 20320114 20320115 20320116 20330102 20330103 20330104 20331223 20331224 20331225 20341212 20341213 20341214 20351201 20351202 20351203 20361119 20361120 20361121
TR	*	Democracy and National Unity Day	Demokrasi ve Millî Birlik Günü	public		07-15
TR	*	Feast of the Sacrifice (Eid al-Adha)	Kurban Bayramı	public		20200731 20200801 20200802 20200803 20210720 20210721 20210722 20210723 20220709 20220710 20220711 20220712 20230628 20230629 20230630 20230701 20240616 20240617 20240618 20240619 20250606 20250607 20250608 20250609 20260527 20260528 20260529 20260530 20270516 20270517 20270518 20270519 20280505 20280506 20280507 20280508 20290424 20290425 20290426 20290427 20300413 20300414 20300415 20300416 20310402 20310403 20310404 20310405 20320322 20320323 20320324 20320325 20330311 20330312 20330313 20330314 20340301 20340302 20340303 20340304 20350218 20350219 20350220 20350221 20360207 20360208 20360209 20360210
TR	*	Victory Day	Zafer Bayramı	public		08-30
TR	*	Republic Day	Cumhuriyet Bayramı	public		10-29
TT	*	New Year's Day		public		01-01
TT	*	Spiritual Baptist Liberation Day		public		03-30
TT	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
TT	*	Easter Sunday		public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
TT	*	Easter Monday		observance		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TT	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
TT	*	End of Ramadan (Eid al-Fitr) (substitute day)		public	s	20200525 20250331 20330103
TT	*	Indian Arrival Day		public		05-30
TT	*	Corpus Christi		public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
TT	*	Labour Day		public		06-19
TT	*	Emancipation Day		public		08-01
TT	*	Independence Day		public		08-31
TT	*	Republic Day		public		09-24
TT	*	Deepavali		public		20201114 20211104 20221024 20231112 20231113 20241031 20251020 20261108 20261109 20271028 20281017 20291105 20301025
TT	*	Christmas Day		public		12-25
TT	*	Boxing Day		public		12-26
TT	*	Indian Arrival Day (substitute day)		public	s	20210531 20270531 20320531
TT	*	Emancipation Day (substitute day)		public	s	20210802 20270802 20320802
TT	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
TT	*	Labour Day (substitute day)		public	s	20220620 20330620
TT	*	Christmas Day (substitute day)		public	s	20221227 20331227
TT	*	New Year's Day (substitute day)		public	s	20230102 20340102
TT	*	Republic Day (substitute day)		public	s	20230925 20280925 20340925
TT	*	Spiritual Baptist Liberation Day (substitute day)		public	s	20250331 20310331 20360331
TT	*	Independence Day (substitute day)		public	s	20250901 20310901 20360901
TW	*	Founding of the Republic of China	中華民國開國紀念日 / 元旦	public		01-01
TW	*	Chinese New Year's Eve	農曆除夕	public		20200124 20210211 20220131 20230121 20240209 20250128 20260216 20270205 20280125 20290212 20300202 20310122 20320210 20330130 20340218 20350207 20360127
TW	*	Chinese New Year	農曆年初一	public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300203 20310123 20320211 20330131 20340219 20350208 20360128
TW	*	The second day of the Chinese New Year	農曆年初二	public		20200126 20210213 20220202 20230123 20240211 20250130 20260218 20270207 20280127 20290214 20300204 20310124 20320212 20330201 20340220 20350209 20360129
TW	*	The third day of the Chinese New Year	農曆年初三	public		20200127 20210214 20220203 20230124 20240212 20250131 20260219 20270208 20280128 20290215 20300205 20310125 20320213 20330202 20340221 20350210 20360130
TW	*	The forth day of the Chinese New Year	農曆年初四	public		20200128 20210215 20220204 20230125 20240213 20250201 20260220 20270209 20280129 20290216 20300206 20310126 20320214 20330203 20340222 20350211 20360131
TW	*	Chinese New Year Holiday	农历新年假期	public		20200129 20210216 20220205 20230126 20240214 20250202 20260221 20270210 20280130 20290217 20300207 20310127 20320215 20330204 20340223 20350212 20360201
TW	*	Farmer's Day	農民節	observance		02-04
TW	*	Lantern Festival	元宵節	observance		20200208 20210226 20220215 20230205 20240224 20250212 20260303 20270220 20280209 20290227 20300217 20310206 20320225 20330214 20340305 20350222 20360211
TW	*	Tourism Day	觀光節	observance		20200208 20210226 20220215 20230205 20240224 20250212 20260303 20270220 20280209 20290227 20300217 20310206 20320225 20330214 20340305 20350222 20360211
TW	*	Earth God's Birthday	土地公誕辰	observance		20200224 20210314 20220304 20230221 20240311 20250301 20260320 20270309 20280226 20290316 20300305 20310222 20320313 20330302 20340321 20350311 20360228
TW	*	Peace Memorial Day	228和平紀念日	public		02-28
TW	*	International Women's Day	国际妇女节	observance		03-08
TW	*	Arbor Day	國父逝世紀念日	observance		03-12
TW	*	Kuan Yin's Birthday	觀音誕辰	observance		20200312 20210331 20220321 20230310 20240328 20250318 20260406 20270326 20280314 20290402 20300322 20310311 20320330 20330319 20340407 20350328 20360316
TW	*	Youth Day	靑年節	observance		03-29
TW	*	Children's Day	兒童節	public		04-04
TW	*	Tomb Sweeping Day	淸明節	public		20200404 20210404 20220405 20230405 20240404 20250404 20260405 20270405 20280404 20290404 20300405 20310405 20320404 20330404 20340405 20350405 20360404
TW	*	God of Medicine's Birthday	保生大帝誕辰	observance		20200407 20210426 20220415 20230504 20240423 20250412 20260501 20270421 20280409 20290428 20300417 20310406 20320424 20330414 20340503 20350422 20360410
TW	*	Matsu's Birthday	媽祖誕辰	observance		20200415 20210504 20220423 20230512 20240501 20250420 20260509 20270429 20280417 20290506 20300425 20310414 20320502 20330422 20340511 20350430 20360418
TW	*	Buddha's Birthday	佛誕日	observance		20200430 20210519 20220508 20230526 20240515 20250505 20260524 20270513 20280502 20290520 20300509 20310528 20320516 20330506 20340525 20350515 20360503
TW	*	Labour Day	勞動節	observance		05-01
TW	*	Literary Day	文藝節	observance		05-04
TW	*	Mother's Day	母親節	observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
TW	*	Opium Suppression Movement Day	禁菸節	observance		06-03
TW	*	Dragon Boat Festival	端午節	public		20200625 20210614 20220603 20230622 20240610 20250531 20260619 20270609 20280528 20290616 20300605 20310624 20320612 20330601 20340620 20350610 20360530
TW	*	Kuan Kung's Birthday	關公誕辰	observance		20200703 20210622 20220611 20230630 20240618 20250608 20260627 20270617 20280605 20290624 20300613 20310702 20320620 20330609 20340628 20350618 20360607
TW	*	Cheng Huang's Birthday	城隍爺誕辰	observance		20200703 20210622 20220611 20230630 20240618 20250608 20260627 20270617 20280605 20290624 20300613 20310702 20320620 20330609 20340628 20350618 20360607
TW	*	Father's Day	父親節	observance		08-08
TW	*	Qixi Festival	七夕	observance		20200825 20210814 20220804 20230822 20240810 20250829 20260819 20270808 20280826 20290816 20300805 20310824 20320812 20330801 20340820 20350810 20360828
TW	*	Journalist' Day	記者節	observance		09-01
TW	*	Ghost Festival	中元節	observance		20200902 20210822 20220812 20230830 20240818 20250906 20260827 20270816 20280903 20290824 20300813 20310901 20320820 20330809 20340828 20350818 20360905
TW	*	Armed Forces Day	軍人節	observance		09-03
TW	*	Teachers' Day	孔子誕辰紀念日	observance		09-28
TW	*	Mid-Autumn Festival	中秋節	public		20201001 20210921 20220910 20230929 20240917 20251006 20260925 20270915 20281003 20290922 20300912 20311001 20320919 20331007 20340927 20350916 20361004
TW	*	National Day / Double Tenth Day	國慶日 / 雙十節	public		10-10
TW	*	Overseas Chinese Day	華僑節	observance		10-21
TW	*	Taiwan Retrocession Day	臺灣光復節	observance		10-25
TW	*	Double Ninth Festival	重陽節	observance		20201025 20211014 20221004 20231023 20241011 20251029 20261018 20271008 20281026 20291016 20301005 20311024 20321012 20331030 20341020 20351009 20361027
TW	*	Sun Yat-sen's Birthday	國父誕辰紀念日	observance		11-12
TW	*	Saisiat Festival	賽夏節	observance		20201129 20211119 20221108 20231127 20241115 20251204 20261123 20271112 20281130 20291120 20301110 20311129 20321117 20331206 20341125 20351114 20361202
TW	*	Dongzhi Festival	冬至	observance		20201221 20211221 20221221 20231222 20241221 20251221 20261221 20271222 20281221 20291221 20301221 20311222 20321221 20331221 20341221 20351222 20361221
TW	*	Constitution Day	行憲紀念日	observance		12-25
TW	*	Peace Memorial Day (substitute day)	228和平紀念日 (更换日)	public	s	20210301 20270301
TW	*	Children's Day (substitute day)	兒童節 (更换日)	public	s	20210405 20270405 20320405
TW	*	Tomb Sweeping Day (substitute day)	淸明節 (更换日)	public	s	20210405 20260406 20320405
TW	*	Labour Day (substitute day)	勞動節 (更换日)	observance	s	20210430 20220502 20270430 20320430 20330502
TW	*	National Day / Double Tenth Day (substitute day)	國慶日 / 雙十節 (更换日)	public	s	20211011 20271011 20321011
TW	*	Founding of the Republic of China (substitute day)	中華民國開國紀念日 / 元旦 (更换日)	public	s	20211231 20230102 20271231 20321231 20340102
TW	*	Dragon Boat Festival (substitute day)	端午節 (更换日)	public	s	20280529 20350611
TW	*	Mid-Autumn Festival (substitute day)	中秋節 (更换日)	public	s	20320920 20350917
TZ	*	New Year's Day		public		01-01
TZ	*	Zanzibar Revolution Day		public		01-02
TZ	*	Karume Day		public		04-07
TZ	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
TZ	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
TZ	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
TZ	*	Union Day		public		04-26
TZ	*	Labour Day		public		05-01
TZ	*	End of Ramadan (Eid al-Fitr)		public		20200524 20200525 20210513 20210514 20220502 20220503 20230421 20230422 20240410 20240411 20250330 20250331 20260320 20260321 20270309 20270310 20280226 20280227 20290214 20290215 20300204 20300205 20310124 20310125 20320114 20320115 20330102 20330103 20331223 20331224 20341212 20341213 20351201 20351202 20361119 20361120
TZ	*	Saba Saba Day		public		07-07
TZ	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
TZ	*	Nane Nane Day		public		08-08
TZ	*	Nyerere Day		public		10-14
TZ	*	Maulid Day		public		20201029 20211018 20221008 20230927 20240915 20250904 20260825 20270814 20280803 20290724 20300713 20310702 20320620 20330609 20340530 20350520 20360508
TZ	*	Independence Day		public		12-09
TZ	*	Christmas Day		public		20201225 20201226 20211225 20211226 20221225 20221226 20231225 20231226 20241225 20241226 20251225 20251226 20261225 20261226 20271225 20271226 20281225 20281226 20291225 20291226 20301225 20301226 20311225 20311226 20321225 20321226 20331225 20331226 20341225 20341226 20351225 20351226 20361225 20361226
UA	*	New Year	Новий Рік	public		20200101 20200102 20210101 20210102 20220101 20220102 20230101 20230102 20240101 20240102 20250101 20250102 20260101 20260102 20270101 20270102 20280101 20280102 20290101 20290102 20300101 20300102 20310101 20310102 20320101 20320102 20330101 20330102 20340101 20340102 20350101 20350102 20360101 20360102
UA	*	Orthodox Christmas	Різдво	public		20200107 20210107 20220107
UA	*	International Women's Day	Міжнародний жіночий день	public		20200308 20200309 20210308 20220308 20230308 20240308 20250308 20250310 20260308 20260309 20270308 20280308 20290308 20300308 20310308 20310310 20320308 20330308 20340308 20350308 20360308 20360310
UA	*	Orthodox Easter	Великдень	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
UA	*	Orthodox Easter (substitute day)	Великдень (замінити день)	public	s	20200420 20210503 20220425 20230417 20240506 20250421 20260413 20270503 20280417 20290409 20300429 20310414 20320503 20330425 20340410 20350430 20360421
UA	*	Labour Day	День міжнародної солідарності трудящих	public		05-01
UA	*	Victory Day	День перемоги над нацизмом у Другій світовій війні	public		05-09
UA	*	Victory Day (substitute day)	День перемоги над нацизмом у Другій світовій війні (замінити день)	public	s	20200511 20210510 20260511 20270510 20320510
UA	*	Pentecost	Трійця	public		20200607 20210620 20220612 20230604 20240623 20250608 20260531 20270620 20280604 20290527 20300616 20310601 20320620 20330612 20340528 20350617 20360608
UA	*	Pentecost (substitute day)	Трійця (замінити день)	public	s	20200608 20210621 20220613 20230605 20240624 20250609 20260601 20270621 20280605 20290528 20300617 20310602 20320621 20330613 20340529 20350618 20360609
UA	*	Constitution Day	День Конституції	public		06-28
UA	*	Constitution Day (substitute day)	День Конституції (замінити день)	public	s	20200629 20250630 20260629 20310630 20360630
UA	*	Statehood Day	День Української Державності	public		20200728 20210728 20220728 20230715 20230717 20240715 20250715 20260715 20270715 20280715 20280717 20290715 20290716 20300715 20310715 20320715 20330715 20340715 20340717 20350715 20350716 20360715
UA	*	Independence Day	День Незалежності	public		08-24
UA	*	Defenders of Ukraine Day	День захисника України	public		20201014 20211014 20221014
UA	*	Christmas Day	Різдво Христове	public		20201225 20211225 20211227 20221225 20221226 20231225 20241225 20251225 20261225 20271225 20271227 20281225 20291225 20301225 20311225 20321225 20321227 20331225 20331226 20341225 20351225 20361225
UA	*	New Year (substitute day)	Новий Рік (замінити день)	public	s	20210104 20220103 20220104 20230103 20270104 20280103 20280104 20330103 20330104 20340103
UA	*	Labour Day (substitute day)	День міжнародної солідарності трудящих (замінити день)	public	s	20210504 20220503 20270504 20320504 20330503
UA	*	Defenders of Ukraine Day	День захисників і захисниць України	public		20231001 20241001 20251001 20261001 20271001 20281001 20291001 20301001 20311001 20321001 20331001 20341001 20351001 20361001
UA	*	Defenders of Ukraine Day (substitute day)	День захисників і захисниць України (замінити день)	public	s	20231002 20281002 20331003 20341002
UA	*	Independence Day (substitute day)	День Незалежності (замінити день)	public	s	20240826 20250825 20300826 20310825 20360825
UG	*	New Year's Day		public		01-01
UG	*	Liberation Day		public		01-26
UG	*	Archbishop Janan Luwum Day		public		02-16
UG	*	Ash Wednesday		observance		20200226 20210217 20220302 20230222 20240214 20250305 20260218 20270210 20280301 20290214 20300306 20310226 20320211 20330302 20340222 20350207 20360227
UG	*	International Women's Day		public		03-08
UG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
UG	*	Easter Sunday		public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
UG	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
UG	*	Labour Day		public		05-01
UG	*	End of Ramadan (Eid al-Fitr)		public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
UG	*	Martyr's Day		public		06-03
UG	*	National Heroes Day		public		06-09
UG	*	Feast of the Sacrifice (Eid al-Adha)		public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
UG	*	Independence Day		public		10-09
UG	*	Christmas Day		public		12-25
UG	*	Boxing Day		public		12-26
US	*	New Year's Day		public		01-01
US	. AK CA CA-LA CO CT DE DC FL GA HI IL IN IA KS KY LA LA-NO ME MD MA MI MN MO MT NE NV NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY	Martin Luther King Jr. Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	*	Valentine's Day		observance		02-14
US	. CT DC IL IN IA LA LA-NO MA MI MS MO NY RI SC WI	Washington's Birthday		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	GA	Washington's Birthday		public		12-24
US	. AL AK AZ AR CA CA-LA CO CT DE DC FL GA HI ID IL IN IA KS KY LA LA-NO ME MD MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY	St. Patrick's Day		observance		03-17
US	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
US	*	Tax Day		observance		20200415 20210415 20220418 20230418 20240415 20250415 20260415 20270415 20280418 20290417 20300415 20310415 20320415 20330418 20340418 20350417 20360415
US	*	Administrative Professionals Day		observance		20200422 20210421 20220427 20230426 20240424 20250423 20260422 20270421 20280426 20290425 20300424 20310423 20320421 20330427 20340426 20350425 20360423
US	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
US	*	Memorial Day		public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
US	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
US	*	Independence Day (substitute day)		public	s	20200703 20210705 20260703 20270705 20320705
US	*	Independence Day		public		07-04
US	*	Labour Day	Labor Day	public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
US	. AL AZ AR CT GA ID IL IN KS KY LA LA-NO ME MD MA MI MS MO MT NE NJ NM NY ND OH OK OR PA RI SC TN TX UT VA WA WV WI WY	Columbus Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
US	*	Halloween		observance		10-31
US	. AL AK AZ AR CA CA-LA CO CT DC FL GA HI ID IA KS KY ME MD MA MI MN MS MO NE NV NM NC ND OH OK OR PA RI SC SD TN TX UT VT WA WV WY	Election Day		observance		20201103 20241105 20281107 20321102 20361104
US	*	Veterans Day		public		11-11
US	*	Thanksgiving Day		public		20201126 20211125 20221124 20231123 20241128 20251127 20261126 20271125 20281123 20291122 20301128 20311127 20321125 20331124 20341123 20351122 20361127
US	. AL AK AZ AR CO CT DC GA HI ID IL IA KS KY LA LA-NO ME MA MI MN MS MO MT NE NV NJ NY ND OH OR PA RI SC SD TN UT VT VA WA WV WI WY	Day after Thanksgiving Day		observance		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	. AL AK AZ CA CA-LA CO CT DE DC FL HI ID IL IN IA KS LA LA-NO ME MD MA MN MS MO NE NV NH NJ NM NY ND OH OK OR PA RI SC SD UT VT VA WA WV WI WY	Christmas Eve		optional		12-24
US	*	Christmas Day		public		12-25
US	. AL AK AZ AR CA CA-LA CO CT DE DC FL GA HI ID IL IN IA KS LA LA-NO ME MD MA MN MS MO NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY	New Year's Eve		observance		12-31
US	*	Juneteenth (substitute day)		public	s	20210618 20220620 20270618 20320618 20330620
US	*	Juneteenth		public		20210619 20220619 20230619 20240619 20250619 20260619 20270619 20280619 20290619 20300619 20310619 20320619 20330619 20340619 20350619 20360619
US	*	Christmas Day (substitute day)		public	s	20211224 20221226 20271224 20321224 20331226
US	*	New Year's Day (substitute day)		public	s	20211231 20230102 20271231 20321231 20340102
US	*	Veterans Day (substitute day)		bank	s	20231110 20281110 20291112 20341110 20351112
US	AL	Robert E. Lee/Martin Luther King Birthday		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	AL	George Washington/Thomas Jefferson Birthday		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	AL MS	Confederate Memorial Day		public		20200427 20210426 20220425 20230424 20250428 20260427 20270426 20280424 20310428 20320426 20330425 20340424 20360428
US	AL	Confederate Memorial Day		public		20240422 20290423 20300422 20350423
US	MS	Confederate Memorial Day		public		20240429 20290430 20300429 20350430
US	SC	Confederate Memorial Day		public		05-10
US	AL	Jefferson Davis' birthday		public		20200601 20210607 20220606 20230605 20240603 20250602 20260601 20270607 20280605 20290604 20300603 20310602 20320607 20330606 20340605 20350604 20360602
US	AK ID MD NE NH TN WV WY	President's Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	AK	Seward's Day		public		20200330 20210329 20220328 20230327 20240325 20250331 20260330 20270329 20280327 20290326 20300325 20310331 20320329 20330328 20340327 20350326 20360331
US	AK DC IA ME MN NM VT	Indigenous Peoples' Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
US	AK	Alaska Day		public		10-18
US	AZ	Dr. Martin Luther King Jr./ Civil Rights Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	AZ	Lincoln/Washington Presidents' Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	AR	Dr. Martin Luther King Jr./Robert E. Lee's Birthdays		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	AR	George Washington's Birthday/Daisy Gatson Bates Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	AR KY MI MT NC TN TX	Christmas Eve		public		12-24
US	CA CA-LA	Susan B. Anthony Day		observance		02-15
US	CA CA-LA HI NM ND OK PA SD TX VT WA	Presidents' Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	CA CA-LA	César Chávez Day		public		03-31
US	CA CA-LA	Malcolm X Day		observance		05-19
US	CA CA-LA	Harvey Milk Day		observance		05-23
US	CA CA-LA	Day after Thanksgiving Day		public		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	CA CA-LA	César Chávez Day (substitute day)		public	s	20240401 20300401
US	CA-LA	Kobe Bryant Day		observance		08-24
US	CO OH	Washington-Lincoln Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	CO	Frances Xavier Cabrini Day		public		20201005 20211004 20221003 20231002 20241007 20251006 20261005 20271004 20281002 20291001 20301007 20311006 20321004 20331003 20341002 20351001 20361006
US	CO NH	Columbus Day		observance		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
US	CT IL IA MO NJ NY	Lincoln's Birthday		public		02-12
US	IN	Lincoln's Birthday		public		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	CT DE HI IN LA LA-NO NJ NC TN	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
US	DE IL IN LA LA-NO MT NH NJ NY VA WI	Election Day		public		20201103 20221108 20241105 20261103 20281107 20301105 20321102 20341107 20361104
US	IN MT NJ NY WI	Election Day		public		20211102 20231107 20251104 20271102 20291106 20311104 20331108 20351106
US	DE FL	Day After Thanksgiving		public		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	DC	Emancipation Day		public		04-16
US	FL NY WV WI	Susan B. Anthony Day		public		02-15
US	FL	Commemoration of America's 250th Birthday		public		20260216
US	GA	State Holiday		public		20200427 20201127 20210426 20211126 20220425 20221125 20230424 20231124 20240429 20241129 20250428 20251128 20260427 20261127 20270426 20271126 20280424 20281124 20290430 20291123 20300429 20301129 20310428 20311128 20320426 20321126 20330425 20331125 20340424 20341124 20350430 20351123 20360428 20361128
US	GA	Washington's Birthday (substitute day)		public	s	20251226 20311226 20361226
US	HI	Prince Jonah Kuhio Kalanianaole Day		public		03-26
US	HI	Kamehameha Day		public		06-11
US	HI	Statehood Day		public		20200821 20210820 20220819 20230818 20240816 20250815 20260821 20270820 20280818 20290817 20300816 20310815 20320820 20330819 20340818 20350817 20360815
US	HI	General Election Day		public		20201103 20221108 20241105 20261103 20281107 20301105 20321102 20341107 20361104
US	HI	Prince Jonah Kuhio Kalanianaole Day (substitute day)		public	s	20220325 20230327 20280327 20330325 20340327
US	HI	Kamehameha Day (substitute day)		public	s	20220610 20230612 20280612 20330610 20340612
US	ID	Martin Luther King, Jr./ Idaho Human Rights Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	IL	Casimir Pulaski Day		public		20200302 20210301 20220307 20230306 20240304 20250303 20260302 20270301 20280306 20290305 20300304 20310303 20320301 20330307 20340306 20350305 20360303
US	IL	Malcolm X Day		public		05-19
US	IN	Primary Election Day		public		20200505 20210504 20220503 20230502 20240507 20250506 20260505 20270504 20280502 20290508 20300507 20310506 20320504 20330503 20340502 20350508 20360506
US	WI	Primary Election Day		public		20200908 20210914 20220913 20230912 20240910 20250909 20260908 20270914 20280912 20290911 20300910 20310909 20320914 20330913 20340912 20350911 20360909
US	KY	Good Friday		public	h	20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
US	KY MI MT	New Year's Eve		public		12-31
US	LA LA-NO	Mardi Gras		public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
US	ME	Washington's Birthday/President's Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	ME MA	Patriots' Day		public		20200420 20210419 20220418 20230417 20240415 20250421 20260420 20270419 20280417 20290416 20300415 20310421 20320419 20330418 20340417 20350416 20360421
US	MD	Native American Heritage Day		public		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	MA	Evacuation Day		public		03-17
US	MA	Bunker Hill Day		public		06-17
US	MN	Washington's and Lincoln's Birthday		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	MS	Martin Luther King's and Robert E. Lee's Birthdays		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	MO	Truman Day		public		05-08
US	MT	Lincoln's and Washington's Birthday		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	NE	Arbor Day		public		20200424 20210430 20220429 20230428 20240426 20250425 20260424 20270430 20280428 20290427 20300426 20310425 20320430 20330429 20340428 20350427 20360425
US	NV NJ OR	Presidents Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	NV	Indigenous Peoples' Day		observance		08-09
US	NV	Nevada Day		public		20201030 20211029 20221028 20231027 20241025 20251031 20261030 20271029 20281027 20291026 20301025 20311031 20321029 20331028 20341027 20351026 20361031
US	NV	Family Day		public		20201127 20211126 20221125 20231124 20241122 20251128 20261127 20271126 20281124 20291123 20301122 20311128 20321126 20331125 20341124 20351123 20361128
US	NH	Martin Luther King, Jr./ Civil Rights Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
US	NH NM NC OK TX	Day after Thanksgiving		public		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
US	NC	Christmas Eve (substitute day)		public	s	20211223 20221223 20231222 20271223 20281222 20321223 20331223 20341222
US	PA	Flag Day		public		06-14
US	RI	Victory Day		public		20200810 20210809 20220808 20230814 20240812 20250811 20260810 20270809 20280814 20290813 20300812 20310811 20320809 20330808 20340814 20350813 20360811
US	SC	Boxing Day		public		12-26
US	SD	Native American Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
US	TX	Confederate Heroes Day		observance		01-19
US	TX	Texas Independence Day		observance		03-02
US	TX	Cesar Chavez Day		observance		03-31
US	TX	Good Friday		observance		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
US	TX	San Jacinto Day		observance		04-21
US	TX	Emancipation Day In Texas		observance		06-19
US	TX	Lyndon Baines Johnson Day		observance		08-27
US	TX	Day after Christmas		public		12-26
US	UT	Washington and Lincoln Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	UT	Pioneer Day		public		07-24
US	VT	Town Meeting Day		public		20200303 20210302 20220301 20230307 20240305 20250304 20260303 20270302 20280307 20290306 20300305 20310304 20320302 20330301 20340307 20350306 20360304
US	VT	Bennington Battle Day		public		20200817 20210816 20220815 20230821 20240819 20250818 20260817 20270816 20280821 20290820 20300819 20310818 20320816 20330815 20340821 20350820 20360818
US	VA	Lee–Jackson Day		public		20200117
US	VA	George Washington Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
US	WV	West Virginia Day		public		06-20
US	WV	Lincoln's Day		public		20201127 20211126 20221125 20231124 20241122 20251128 20261127 20271126 20281124 20291123 20301122 20311128 20321126 20331125 20341124 20351123 20361128
UY	*	New Year's Day	Año Nuevo	public		01-01
UY	*	Epiphany	Día de los Reyes Magos	observance		01-06
UY	*	Carnival	Carnaval	observance		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
UY	*	Shrove Tuesday	Carnaval	observance		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
UY	*	Tourism Week	Semana de Turismo	observance		20200406 20200407 20200408 20200409 20200410 20210329 20210330 20210331 20210401 20210402 20220411 20220412 20220413 20220414 20220415 20230403 20230404 20230405 20230406 20230407 20240325 20240326 20240327 20240328 20240329 20250414 20250415 20250416 20250417 20250418 20260330 20260331 20260401 20260402 20260403 20270322 20270323 20270324 20270325 20270326 20280410 20280411 20280412 20280413 20280414 20290326 20290327 20290328 20290329 20290330 20300415 20300416 20300417 20300418 20300419 20310407 20310408 20310409 20310410 20310411 20320322 20320323 20320324 20320325 20320326 20330411 20330412 20330413 20330414 20330415 20340403 20340404 20340405 20340406 20340407 20350319 20350320 20350321 20350322 20350323 20360407 20360408 20360409 20360410 20360411
UY	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
UY	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
UY	*	Easter Sunday	Pascua	observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
UY	*	Landing of the 33 Orientals	Desembarco de los 33 Orientales	observance		20200419 20210419 20220418 20230417 20240422 20250419 20260419 20270419 20280417 20290423 20300422 20310419 20320419 20330418 20340417 20350423 20360419
UY	*	Labour Day	Día del Trabajador	public		05-01
UY	*	Battle of Las Piedras	Batalla de las Piedras	observance		20200518 20210517 20220516 20230522 20240518 20250518 20260518 20270517 20280522 20290521 20300518 20310518 20320517 20330516 20340522 20350521 20360518
UY	*	Birthday of José Gervasio Artigas and Never Again Day	Natalicio de Artigas y Día del Nunca Más	observance		06-19
UY	*	Constitution Day	Día de la Constitución	public		07-18
UY	*	Independence Day	Día de la Independencia	public		08-25
UY	*	Columbus Day	Día de la Raza	observance		20201012 20211011 20221010 20231016 20241012 20251012 20261012 20271011 20281016 20291015 20301012 20311012 20321011 20331010 20341016 20351015 20361012
UY	*	All Souls' Day	Día de los Difuntos	observance		11-02
UY	*	Christmas Eve	Nochebuena	observance		12-24
UY	*	Christmas Day	Navidad	public		12-25
UY	*	New Year's Eve	Fin del Año	observance		12-31
UZ	*	New Year's Day	Yangi yil bayrami	public		01-01
UZ	*	International Women's Day	Xalqaro xotin-qizlar kuni	public		03-08
UZ	*	International Women's Day (substitute day)	Xalqaro xotin-qizlar kuni (koʻchirilgan kun)	public	s	20200309 20250310 20260309 20310310 20360310
UZ	*	Nowruz	Navroʻz bayrami	public		03-21
UZ	*	Nowruz (substitute day)	Navroʻz bayrami (koʻchirilgan kun)	public	s	20200323 20210322 20260323 20270322 20320322
UZ	*	Day of Memory and Honour	Xotira va qadrlash kuni	public		05-09
UZ	*	Day of Memory and Honour (substitute day)	Xotira va qadrlash kuni (koʻchirilgan kun)	public	s	20200511 20210510 20260511 20270510 20320510
UZ	*	Eid al-Fitr	Roʻza hayiti	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
UZ	*	Eid al-Fitr (substitute day)	Roʻza hayiti (koʻchirilgan kun)	public	s	20200525 20250331 20280228 20330103 20351203
UZ	*	Eid al-Adha	Qurbon hayiti	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
UZ	*	Independence Day	Mustaqillik kuni	public		09-01
UZ	*	Teachers and Mentors Day	Oʻqituvchi va murabbiylar kuni	public		10-01
UZ	*	Constitution Day	Konstitutsiya kuni	public		12-08
UZ	*	New Year's Day (substitute day)	Yangi yil bayrami (koʻchirilgan kun)	public	s	20220103 20230102 20280103 20330103 20340102
UZ	*	Eid al-Adha (substitute day)	Qurbon hayiti (koʻchirilgan kun)	public	s	20220711 20240617 20270517 20300415 20350219
UZ	*	Teachers and Mentors Day (substitute day)	Oʻqituvchi va murabbiylar kuni (koʻchirilgan kun)	public	s	20221003 20231002 20281002 20331003 20341002
UZ	*	Independence Day (substitute day)	Mustaqillik kuni (koʻchirilgan kun)	public	s	20240902 20290903 20300902 20350903
UZ	*	Constitution Day (substitute day)	Konstitutsiya kuni (koʻchirilgan kun)	public	s	20241209 20291210 20301209 20351210
VA	*	Solemnity of Mary, Mother of God	Maria Santissima Madre di Dio	public		01-01
VA	*	Epiphany	Epifania del Signore	public		01-06
VA	*	Anniversary of the foundation of Vatican City	Anniversario della istituzione dello Stato della Città del Vaticano	public		02-11
VA	*	Anniversary of the election of Pope Francis	Anniversario dell'Elezione del Santo Padre	public		20200313 20210313 20220313 20230313 20240313 20250313
VA	*	Saint Joseph	San Giuseppe	public		03-19
VA	*	Maundy Thursday	Giovedì santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
VA	*	Good Friday	Venerdì santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VA	*	Easter Saturday	Sabato santo	public		20200411 20210403 20220416 20230408 20240330 20250419 20260404 20270327 20280415 20290331 20300420 20310412 20320327 20330416 20340408 20350324 20360412
VA	*	Easter Sunday	Domenica di Pasqua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
VA	*	Easter Monday	Lunedì dell’Angelo	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
VA	*	In Albis Tuesday	Martedì in Albis	public		20200414 20210406 20220419 20230411 20240402 20250422 20260407 20270330 20280418 20290403 20300423 20310415 20320330 20330419 20340411 20350327 20360415
VA	*	Saint George - Name day of the Holy Father	San Giorgio - Onomastico del Santo Padre	public		20200423 20210423 20220423 20230423 20240423 20250423
VA	*	Saint Joseph the Worker	San Giuseppe lavoratore	public		05-01
VA	*	Ascension Day	Ascensione	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
VA	*	Pentecost	Pentecoste	public		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
VA	*	Corpus Christi	Corpus Domini	public		20200611 20210603 20220616 20230608 20240530 20250619 20260604 20270527 20280615 20290531 20300620 20310612 20320527 20330616 20340608 20350524 20360612
VA	*	Saints Peter and Paul	Santi Pietro e Paolo	public		06-29
VA	*	Summer holiday	Pausa estiva	public		20200814 20200816 20210814 20210816 20220814 20220816 20230814 20230816 20240814 20240816 20250814 20250816 20260814 20260816 20270814 20270816 20280814 20280816 20290814 20290816 20300814 20300816 20310814 20310816 20320814 20320816 20330814 20330816 20340814 20340816 20350814 20350816 20360814 20360816
VA	*	Assumption	Assunzione di Maria in Cielo	public		08-15
VA	*	All Saints' Day	Ognissanti	public		11-01
VA	*	All Souls' Day	Commemorazione dei fedeli defunti	public		11-02
VA	*	Immaculate Conception	Immacolata Concezione	public		12-08
VA	*	Christmas Day	Natale di Gesù	public		12-25
VA	*	Boxing Day	Santo Stefano	public		12-26
VA	*	St. John	San Giovanni	public		12-27
VA	*	New Year's Eve	Ultimo dell’anno	public		12-31
VA	*	Saint Robert Bellarmine - Name day of the Holy Father	San Roberto Bellarmino - Onomastico del Santo Padre	public		20250917 20260917 20270917 20280917 20290917 20300917 20310917 20320917 20330917 20340917 20350917 20360917
VA	*	Anniversary of the election of Pope Leo XIV	Anniversario dell'Elezione del Santo Padre	public		20260508 20270508 20280508 20290508 20300508 20310508 20320508 20330508 20340508 20350508 20360508
VC	*	New Year's Day		public		01-01
VC	*	National Hero′s Day		public		03-14
VC	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VC	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
VC	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
VC	*	Labour Day		public		05-01
VC	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
VC	*	Carnival Monday		public		20200706 20210705 20220704 20230703 20240701 20250707 20260706 20270705 20280703 20290702 20300701 20310707 20320705 20330704 20340703 20350702 20360707
VC	*	Carnival Tuesday		public		20200707 20210706 20220705 20230704 20240702 20250708 20260707 20270706 20280704 20290703 20300702 20310708 20320706 20330705 20340704 20350703 20360708
VC	*	Emancipation Day		public		08-01
VC	*	Independence Day		public		10-27
VC	*	Christmas Day		public		12-25
VC	*	Boxing Day		public		12-26
VC	*	National Hero′s Day (substitute day)		public	s	20210315 20270315 20320315
VC	*	Emancipation Day (substitute day)		public	s	20210802 20270802 20320802
VC	*	Boxing Day (substitute day)		public	s	20211227 20271227 20321227
VC	*	Labour Day (substitute day)		public	s	20220502 20330502
VC	*	Christmas Day (substitute day)		public	s	20221227 20331227
VC	*	New Year's Day (substitute day)		public	s	20230102 20340102
VC	*	Independence Day (substitute day)		public	s	20241028 20301028
VE	*	New Year's Day	Año Nuevo	public		01-01
VE	*	Epiphany	Día de los Reyes Magos	observance		01-06
VE	*	Teacher's Day	Día del Maestro	optional		01-15
VE	*	Carnival	Carnaval	public		20200224 20210215 20220228 20230220 20240212 20250303 20260216 20270208 20280228 20290212 20300304 20310224 20320209 20330228 20340220 20350205 20360225
VE	*	Shrove Tuesday	Carnaval	public		20200225 20210216 20220301 20230221 20240213 20250304 20260217 20270209 20280229 20290213 20300305 20310225 20320210 20330301 20340221 20350206 20360226
VE	. B G K K-BA N S V	Saint Joseph	San José	observance		03-19
VE	*	Holy Week	Semana Santa	observance		20200406 20200407 20200408 20200409 20200410 20200411 20200412 20210329 20210330 20210331 20210401 20210402 20210403 20210404 20220411 20220412 20220413 20220414 20220415 20220416 20220417 20230403 20230404 20230405 20230406 20230407 20230408 20230409 20240325 20240326 20240327 20240328 20240329 20240330 20240331 20250414 20250415 20250416 20250417 20250418 20250419 20250420 20260330 20260331 20260401 20260402 20260403 20260404 20260405 20270322 20270323 20270324 20270325 20270326 20270327 20270328 20280410 20280411 20280412 20280413 20280414 20280415 20280416 20290326 20290327 20290328 20290329 20290330 20290331 20290401 20300415 20300416 20300417 20300418 20300419 20300420 20300421 20310407 20310408 20310409 20310410 20310411 20310412 20310413 20320322 20320323 20320324 20320325 20320326 20320327 20320328 20330411 20330412 20330413 20330414 20330415 20330416 20330417 20340403 20340404 20340405 20340406 20340407 20340408 20340409 20350319 20350320 20350321 20350322 20350323 20350324 20350325 20360407 20360408 20360409 20360410 20360411 20360412 20360413
VE	*	Maundy Thursday	Jueves Santo	public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
VE	*	Good Friday	Viernes Santo	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VE	*	Easter Sunday	Pascua	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
VE	*	Declaration of Independence	Declaración de la Independencia	public		04-19
VE	*	Labour Day	Día del Trabajador	public		05-01
VE	*	Battle of Carabobo	Aniversario de la Batalla de Carabobo	public		06-24
VE	*	Independence Day	Día de la Independencia	public		07-05
VE	*	Birthday of Simón Bolívar	Natalicio de Simón Bolívar	public		07-24
VE	*	Flag Day	Día de la Bandera	observance		08-03
VE	*	Our Lady of Coromoto	Día de Nuestra Señora de Coromoto	observance		09-11
VE	*	Day of Indigenous Resistance	Día de la resistencia indígena	public		10-12
VE	*	All Saints' Day	Todos los Santos	observance		11-01
VE	*	All Souls' Day	Día de los Difuntos	observance		11-02
VE	*	Immaculate Conception	La inmaculada concepción	observance		12-08
VE	*	Venezuelan Air Force Day	Día de la Aviación Nacional	observance		12-10
VE	*	Christmas Eve	Nochebuena	public		12-24
VE	*	Christmas Day	Navidad	public		12-25
VE	*	New Year's Eve	Fin del Año	public		12-31
VE	B	Natalicio de José Antonio Anzoátegui		public		11-14
VE	G	Día de la Virgen del Socorro		public		11-13
VE	K K-BA	Día de La Divina Pastora		public		01-14
VE	K K-BA	Natalicio de Jacinto Lara		public		05-28
VE	K-BA	Día de Barquisimeto		public		09-14
VE	M	Saint Joseph	San José	public		03-19
VE	N	Día de Maturin		public		12-07
VE	S	Assumption	Día de la Virgen de Consolación	public		08-15
VE	V	Natalicio de Rafael Urdaneta		public		10-24
VE	V	Día de la Virgen de la Chinita		public		11-18
VG	*	New Year's Day		public		01-01
VG	*	The Anniversary of the Birth of Hamilton Lavity Stoutt		public		20200302 20210301 20220307 20230306 20240304 20250303 20260302 20270301 20280306 20290305 20300304 20310303 20320301 20330307 20340306 20350305 20360303
VG	*	Commonwealth Day		public		20200309 20210308 20220314 20230313 20240311 20250310 20260309 20270308 20280313 20290312 20300311 20310310 20320308 20330314 20340313 20350312 20360310
VG	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VG	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
VG	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
VG	*	Pentecost		observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
VG	*	Whit Monday		public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
VG	*	Sovereign’s Birthday		public		20200612 20210611 20220610 20230609 20240614 20250613 20260612 20270611 20280609 20290615 20300614 20310613 20320611 20330610 20340609 20350615 20360613
VG	*	Virgin Islands Day		public		20200629 20210705 20220701 20230630 20240701 20250630 20260629 20270705 20280630 20290702 20300701 20310630 20320705 20330701 20340630 20350702 20360630
VG	*	Emancipation Monday		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
VG	*	Emancipation Tuesday		public		20200804 20210803 20220802 20230808 20240806 20250805 20260804 20270803 20280808 20290807 20300806 20310805 20320803 20330802 20340808 20350807 20360805
VG	*	Emancipation Wednesday		public		20200805 20210804 20220803 20230809 20240807 20250806 20260805 20270804 20280809 20290808 20300807 20310806 20320804 20330803 20340809 20350808 20360806
VG	*	St. Ursula’s Day		public		20201023 20221021 20231020 20241021 20251020 20261019 20271022 20281020 20291022 20301021 20311020 20321022 20331021 20341020 20351022 20361020
VG	*	Christmas Day		public		12-25
VG	*	Boxing Day		public		12-26
VG	*	Boxing Day (substitute day)		public	s	20201228 20211228 20261228 20271228 20321228
VG	*	Heroes’ and Forefathers Day		public		20211018
VG	*	Commemoration of the Great March of 1949		public		20211108
VG	*	Christmas Day (substitute day)		public	s	20211227 20221227 20271227 20321227 20331227
VI	*	New Year's Day		public		01-01
VI	*	Three Kings Day		public		01-06
VI	*	Martin Luther King Jr. Day		public		20200120 20210118 20220117 20230116 20240115 20250120 20260119 20270118 20280117 20290115 20300121 20310120 20320119 20330117 20340116 20350115 20360121
VI	*	Valentine's Day		observance		02-14
VI	*	President's Day		public		20200217 20210215 20220221 20230220 20240219 20250217 20260216 20270215 20280221 20290219 20300218 20310217 20320216 20330221 20340220 20350219 20360218
VI	*	Transfer Day		public		03-31
VI	*	Maundy Thursday		public		20200409 20210401 20220414 20230406 20240328 20250417 20260402 20270325 20280413 20290329 20300418 20310410 20320325 20330414 20340406 20350322 20360410
VI	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VI	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
VI	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
VI	*	Tax Day		observance		20200415 20210415 20220418 20230418 20240415 20250415 20260415 20270415 20280418 20290417 20300415 20310415 20320415 20330418 20340418 20350417 20360415
VI	*	Administrative Professionals Day		observance		20200422 20210421 20220427 20230426 20240424 20250423 20260422 20270421 20280426 20290425 20300424 20310423 20320421 20330427 20340426 20350425 20360423
VI	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
VI	*	Memorial Day		public		20200525 20210531 20220530 20230529 20240527 20250526 20260525 20270531 20280529 20290528 20300527 20310526 20320531 20330530 20340529 20350528 20360526
VI	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
VI	*	Emancipation Day		public		07-03
VI	*	Independence Day (substitute day)		public	s	20200703 20210705 20260703 20270705 20320705
VI	*	Independence Day		public		07-04
VI	*	Hurricane Supplication Day		public		20200727 20210726 20220725 20230724 20240722 20250728 20260727 20270726 20280724 20290723 20300722 20310728 20320726 20330725 20340724 20350723 20360728
VI	*	Labour Day		public		20200907 20210906 20220905 20230904 20240902 20250901 20260907 20270906 20280904 20290903 20300902 20310901 20320906 20330905 20340904 20350903 20360901
VI	*	Virgin Islands–Puerto Rico Friendship Day		public		20201012 20211011 20221010 20231009 20241014 20251013 20261012 20271011 20281009 20291008 20301014 20311013 20321011 20331010 20341009 20351008 20361013
VI	*	Hurricane Thanksgiving		observance		10-25
VI	*	Halloween		observance		10-31
VI	*	Election Day		observance		20201103 20241105 20281107 20321102 20361104
VI	*	Veterans Day		public		11-11
VI	*	Thanksgiving Day		public		20201126 20211125 20221124 20231123 20241128 20251127 20261126 20271125 20281123 20291122 20301128 20311127 20321125 20331124 20341123 20351122 20361127
VI	*	Day after Thanksgiving Day		school		20201127 20211126 20221125 20231124 20241129 20251128 20261127 20271126 20281124 20291123 20301129 20311128 20321126 20331125 20341124 20351123 20361128
VI	*	Christmas Eve		optional		12-24
VI	*	Christmas Day		public		12-25
VI	*	New Year's Eve		observance		12-31
VI	*	Juneteenth (substitute day)		public	s	20210618 20220620 20270618 20320618 20330620
VI	*	Juneteenth		public		20210619 20220619 20230619 20240619 20250619 20260619 20270619 20280619 20290619 20300619 20310619 20320619 20330619 20340619 20350619 20360619
VI	*	Christmas Day (substitute day)		public	s	20211224 20221226 20271224 20321224 20331226
VI	*	New Year's Day (substitute day)		public	s	20211231 20230102 20271231 20321231 20340102
VI	*	Veterans Day (substitute day)		bank	s	20231110 20281110 20291112 20341110 20351112
VN	*	New Year's Day	Tết Dương lịch	public		01-01
VN	*	Kitchen guardians	Ông Táo chầu trời	observance		20200117 20210204 20220125 20230114 20240202 20250122 20260210 20270130 20280119 20290206 20300126 20310116 20320204 20330123 20340211 20350131 20360120
VN	*	Vietnamese New Year Holidays	Giao thừa Tết Nguyên Đán	public		20200124 20200125 20200126 20200127 20200128 20210211 20210212 20210213 20210214 20210215 20220131 20220201 20220202 20220203 20220204 20230121 20230122 20230123 20230124 20230125 20240209 20240210 20240211 20240212 20240213 20250128 20250129 20250130 20250131 20250201 20260216 20260217 20260218 20260219 20260220 20270205 20270206 20270207 20270208 20270209 20280125 20280126 20280127 20280128 20280129 20290212 20290213 20290214 20290215 20290216 20300201 20300202 20300203 20300204 20300205 20310122 20310123 20310124 20310125 20310126 20320210 20320211 20320212 20320213 20320214 20330130 20330131 20330201 20330202 20330203 20340218 20340219 20340220 20340221 20340222 20350207 20350208 20350209 20350210 20350211 20360127 20360128 20360129 20360130 20360131
VN	*	Vietnamese New Year	Tết Nguyên Đán	public		20200125 20210212 20220201 20230122 20240210 20250129 20260217 20270206 20280126 20290213 20300202 20310123 20320211 20330131 20340219 20350208 20360128
VN	*	Victory of Ngọc Hồi-Đống Đa	Chiến thắng Ngọc Hồi - Đống Đa	observance		20200129 20210216 20220205 20230126 20240214 20250202 20260221 20270210 20280130 20290217 20300206 20310127 20320215 20330204 20340223 20350212 20360201
VN	*	Communist Party of Viet Nam Foundation Anniversary	Ngày thành lập Đảng	observance		02-03
VN	*	Lantern Festival	Tết Nguyên Tiêu	observance		20200208 20210226 20220215 20230205 20240224 20250212 20260303 20270220 20280209 20290227 20300216 20310206 20320225 20330214 20340305 20350222 20360211
VN	*	International Women's Day	Quốc tế Phụ nữ	observance		03-08
VN	*	Hung Kings Commemorations	Giỗ tổ Hùng Vương	public		20200402 20210421 20220410 20230429 20240418 20250407 20260426 20270416 20280404 20290423 20300412 20310401 20320419 20330409 20340428 20350417 20360406
VN	*	Vietnam Book Day	Ngày Sách Việt Nam	observance		04-21
VN	*	Day of liberating the South for national reunification	Ngày Giải phóng miền Nam	public		04-30
VN	*	Labour Day	Quốc tế Lao động	public		05-01
VN	*	Dien Bien Phu Victory Day	Ngày Chiến thắng Điện Biện Phủ	observance		05-07
VN	*	Buddha's Birthday	Lễ Phật đản	observance		20200507 20210526 20220515 20230602 20240522 20250512 20260531 20270520 20280509 20290527 20300516 20310604 20320523 20330513 20340601 20350522 20360510
VN	*	President Ho Chi Minh's Birthday	Ngày sinh Chủ tịch Hồ Chí Minh	observance		05-19
VN	*	International Children's Day	Ngày quốc tế Thiếu nhi	observance		06-01
VN	*	Mid-year Festival	Tết Đoan ngọ	observance		20200625 20210614 20220603 20230622 20240610 20250531 20260619 20270609 20280528 20290616 20300605 20310624 20320612 20330601 20340620 20350610 20360530
VN	*	Vietnamese Family Day	Ngày Gia đình Việt Nam	observance		06-28
VN	*	Remembrance Day	Ngày Thương Binh Liệt Sĩ	observance		07-27
VN	*	August Revolution Commemoration Day	Ngày cách mạng Tháng Tám	observance		08-19
VN	*	National Day	Quốc khánh	public		09-02
VN	*	Ghost Festival	Rằm Tháng Bảy, Vu Lan	observance		20200902 20210822 20220812 20230830 20240818 20250906 20260827 20270816 20280903 20290824 20300813 20310901 20320820 20330809 20340828 20350818 20360905
VN	*	Mid-Autumn Festival	Tết Trung thu	observance		20201001 20210921 20220910 20230929 20240917 20251006 20260925 20270915 20281003 20290922 20300912 20311001 20320919 20330908 20340926 20350916 20361004
VN	*	Capital Liberation Day	Ngày giải phóng Thủ Đô	observance		10-10
VN	*	Vietnamese Women's Day	Ngày Phụ nữ Việt Nam	observance		10-20
VN	*	Vietnamese Teacher's Day	Ngày Nhà giáo Việt Nam	observance		11-20
VN	*	National Defence Day	Ngày hội Quốc phòng Toàn dân	observance		12-22
VU	*	New Year's Day	Nouvel An	public		01-01
VU	*	Mémoire du père de l'indépendance Rév. Dr. W.H. Lini		public		02-21
VU	*	Public Holiday	Jour férié légaux	public		20200222 20200816 20201227 20210222 20210816 20211227 20220222 20220816 20221227 20230222 20230816 20231227 20240222 20240816 20241227 20250222 20250816 20251227 20260222 20260816 20261227 20270222 20270816 20271227 20280222 20280816 20281227 20290222 20290816 20291227 20300222 20300816 20301227 20310222 20310816 20311227 20320222 20320816 20321227 20330222 20330816 20331227 20340222 20340816 20341227 20350222 20350816 20351227 20360222 20360816 20361227
VU	*	Fête des chefs coutumiers		public		03-05
VU	*	Good Friday	Vendredi saint	public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
VU	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
VU	*	Labour Day	Fête du travail	public		05-01
VU	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
VU	*	Journée Mondiale des Enfants		public		07-24
VU	*	Independence Day	Jour de l’Indépendance	public		07-30
VU	*	Assumption	Assomption	public		08-15
VU	*	Constitution Day		public		10-05
VU	*	Jour de l'Unité		public		10-29
VU	*	Christmas Day	Noël	public		12-25
VU	*	Fête de Famille		public		12-26
WF	*	New Year's Day	Nouvel An	public		01-01
WF	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
WF	*	Saint Pierre Chanel Day	Fête de Saint Pierre-Chanel	public		04-28
WF	*	Labour Day	Fête du travail	public		05-01
WF	*	Victory Day	Fête de la Victoire 1945	public		05-08
WF	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
WF	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
WF	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
WF	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
WF	*	Saints Peter and Paul Day	Saint Pierre et Paul	public		06-29
WF	*	Bastille Day	Fête Nationale de la France	public		07-14
WF	*	Territory Day	Fête du Territoire	public		07-29
WF	*	Assumption	Assomption	public		08-15
WF	*	All Saints' Day	Toussaint	public		11-01
WF	*	Armistice Day	Armistice 1918	public		11-11
WF	*	Christmas Day	Noël	public		12-25
XK	*	New Year's Day	Viti i Ri	public		01-01
XK	*	Orthodox Christmas	Krishtlindjet Ortodokse	public		01-07
XK	*	Independence Day	Dita e Pavarësisë	public		02-17
XK	*	Constitution Day	Dita e Kushtetutës	public		04-09
XK	*	Easter Sunday	Pashkët Katolike	public		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
XK	*	Orthodox Easter	Pashkët Ortodokse	public		20200419 20210502 20220424 20230416 20240505 20250420 20260412 20270502 20280416 20290408 20300428 20310413 20320502 20330424 20340409 20350429 20360420
XK	*	Labour Day	Dita Ndërkombëtare e Punonjësve	public		05-01
XK	*	Europe Day	Dita e Evropës	public		05-09
XK	*	End of Ramadan (Eid al-Fitr)	Fitër Bajrami	public		20200524 20210513 20220502 20230421 20240410 20250330 20260320 20270309 20280226 20290214 20300204 20310124 20320114 20330102 20331223 20341212 20351201 20361119
XK	*	Feast of the Sacrifice (Eid al-Adha)	Kurban Bajrami	public		20200731 20210720 20220709 20230628 20240616 20250606 20260527 20270516 20280505 20290424 20300413 20310402 20320322 20330311 20340301 20350218 20360207
XK	*	Christmas Day	Krishtlindja	public		12-25
YT	*	New Year's Day	Nouvel An	public		01-01
YT	*	Easter Monday	Lundi de Pâques	public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
YT	*	Abolition of Slavery	Abolition de l’esclavage	public		04-27
YT	*	Labour Day	Fête du travail	public		05-01
YT	*	Victory Day	Fête de la Victoire 1945	public		05-08
YT	*	Ascension Day	Ascension	public		20200521 20210513 20220526 20230518 20240509 20250529 20260514 20270506 20280525 20290510 20300530 20310522 20320506 20330526 20340518 20350503 20360522
YT	*	Pentecost	Pentecôte	observance		20200531 20210523 20220605 20230528 20240519 20250608 20260524 20270516 20280604 20290520 20300609 20310601 20320516 20330605 20340528 20350513 20360601
YT	*	Mother's Day	Fête des Mères	observance		20200531 20210530 20220529 20230528 20240526 20250525 20260531 20270530 20280528 20290527 20300526 20310525 20320530 20330529 20340528 20350527 20360525
YT	*	Whit Monday	Lundi de Pentecôte	public		20200601 20210524 20220606 20230529 20240520 20250609 20260525 20270517 20280605 20290521 20300610 20310602 20320517 20330606 20340529 20350514 20360602
YT	*	Bastille Day	Fête Nationale de la France	public		07-14
YT	*	Assumption	Assomption	public		08-15
YT	*	All Saints' Day	Toussaint	public		11-01
YT	*	Armistice Day	Armistice 1918	public		11-11
YT	*	Christmas Day	Noël	public		12-25
ZA	*	New Year's Day		public		01-01
ZA	*	Human Rights Day		public		03-21
ZA	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
ZA	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
ZA	*	Family Day		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
ZA	*	Freedom Day		public		04-27
ZA	*	Workers' Day		public		05-01
ZA	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
ZA	*	Youth Day		public		06-16
ZA	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
ZA	*	Nelson Mandela Day		observance		07-18
ZA	*	National Women's Day		public		08-09
ZA	*	Public Holiday		public		20200810 20210322 20211227 20220502 20230102 20230925 20240617 20250428 20260810 20270322 20271227 20280925 20291217 20300617 20310428 20320322 20321227 20330502 20340102 20340925 20351217 20360428
ZA	*	Heritage Day		public		09-24
ZA	*	Day of Reconciliation		public		12-16
ZA	*	Christmas Day		public		12-25
ZA	*	Day of Goodwill		public		12-26
ZA	*	Rugby World Cup Win Public Holiday		public		20231215
ZA	*	Voting Day		public		20240529
ZM	*	New Year's Day		public		01-01
ZM	*	Women’s Day		public		03-09
ZM	*	Youth Day		public		03-12
ZM	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
ZM	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
ZM	*	Labour Day		public		05-01
ZM	*	African Freedom Day		public		05-25
ZM	*	Heroes' Day		public		20200706 20210705 20220704 20230703 20240701 20250707 20260706 20270705 20280703 20290702 20300701 20310707 20320705 20330704 20340703 20350702 20360707
ZM	*	Unity Day		public		20200707 20210706 20220705 20230704 20240702 20250708 20260707 20270706 20280704 20290703 20300702 20310708 20320706 20330705 20340704 20350703 20360708
ZM	*	Farmers' Day		public		20200803 20210802 20220801 20230807 20240805 20250804 20260803 20270802 20280807 20290806 20300805 20310804 20320802 20330801 20340807 20350806 20360804
ZM	*	National Day of Prayers		public		10-18
ZM	*	National Day of Prayers (substitute day)		public	s	20201019 20261019
ZM	*	Independence Day		public		10-24
ZM	*	Christmas Day		public		12-25
ZM	*	Independence Day (substitute day)		public	s	20211025 20271025 20321025
ZM	*	Kenneth Kaunda Day		public		20220428 20230428 20240429 20250428 20260428 20270428 20280428 20290428 20300429 20310428 20320428 20330428 20340428 20350428 20360428
ZM	*	Labour Day (substitute day)		public	s	20220502 20330502
ZM	*	Christmas Day (substitute day)		public	s	20221226 20331226
ZM	*	New Year's Day (substitute day)		public	s	20230102 20340102
ZM	*	Youth Day (substitute day)		public	s	20230313 20280313 20340313
ZM	*	African Freedom Day (substitute day)		public	s	20250526 20310526 20360526
ZW	*	New Year's Day		public		01-01
ZW	*	Good Friday		public		20200410 20210402 20220415 20230407 20240329 20250418 20260403 20270326 20280414 20290330 20300419 20310411 20320326 20330415 20340407 20350323 20360411
ZW	*	Easter Sunday		observance		20200412 20210404 20220417 20230409 20240331 20250420 20260405 20270328 20280416 20290401 20300421 20310413 20320328 20330417 20340409 20350325 20360413
ZW	*	Easter Monday		public		20200413 20210405 20220418 20230410 20240401 20250421 20260406 20270329 20280417 20290402 20300422 20310414 20320329 20330418 20340410 20350326 20360414
ZW	*	Independence Day		public		04-18
ZW	*	Labour Day		public		05-01
ZW	*	Mother's Day		observance		20200510 20210509 20220508 20230514 20240512 20250511 20260510 20270509 20280514 20290513 20300512 20310511 20320509 20330508 20340514 20350513 20360511
ZW	*	Africa Day		public		05-25
ZW	*	Father's Day		observance		20200621 20210620 20220619 20230618 20240616 20250615 20260621 20270620 20280618 20290617 20300616 20310615 20320620 20330619 20340618 20350617 20360615
ZW	*	Heroes' Day		public		20200810 20210809 20220808 20230814 20240812 20250811 20260810 20270809 20280814 20290813 20300812 20310811 20320809 20330808 20340814 20350813 20360811
ZW	*	Defence Forces Day		public		20200811 20210810 20220809 20230808 20240813 20250812 20260811 20270810 20280808 20290814 20300813 20310812 20320810 20330809 20340808 20350814 20360812
ZW	*	Unity Day		public		12-22
ZW	*	Christmas Day		public		12-25
ZW	*	Boxing Day		public		12-26
$holidays$);
