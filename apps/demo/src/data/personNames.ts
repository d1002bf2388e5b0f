/** Given and family names in one language, each as `name` or `name=letters for the e-mail address`. */
export interface PersonNames {
  /** Share of the customers in percent. */
  weight: number;
  countries: readonly [string, string, string, string];
  /** Sixteen each. */
  given: string;
  family: string;
  /** Chinese and Japanese names start with the family name, without a space. */
  familyFirst?: true;
  /** Company name; `%s` is replaced by a family name. */
  company: string;
}

/** Twelve languages in seven scripts. The weights add up to 100. */
export const personNames: readonly PersonNames[] = [
  {
    weight: 18,
    countries: ['US', 'GB', 'CA', 'AU'],
    given: 'Emma Oliver Ava Jack Mia Harry Grace Noah Ruby Leo Isla Owen Chloe Ethan Zoe Liam',
    family:
      'Smith Jones Taylor Brown Wilson Evans Walker Wright Carter Hughes Parker Reed Brooks Foster Hayes Quinn',
    company: '%s & Sons Ltd',
  },
  {
    weight: 12,
    countries: ['DE', 'AT', 'CH', 'DE'],
    given: 'Lena Jürgen Jörg Käthe Anna Paul Björn Sören Ida Felix Mara Götz Nele Till Grete Uwe',
    family:
      'Müller Schröder Weiß=weiss Köhler Krämer Vogt Jäger Groß=gross Bauer Lindner Böhm Kühn Roth Späth Ziegler Förster',
    company: '%s GmbH & Co. KG',
  },
  {
    weight: 10,
    countries: ['FR', 'BE', 'CA', 'FR'],
    given: 'Chloé Théo Zoé Rémi Inès Loïc Maëlle Noël Agnès Hugo Élise Gaël Manon Jules Océane Cédric',
    family:
      'Lefèvre Moreau Gauthier Benoît Dupré François Hébert Garnier Lemaître Prévost Roussel Gérard Bouchér Noël Charpentier Faÿ',
    company: 'Boulangerie %s 🥐',
  },
  {
    weight: 10,
    countries: ['ES', 'MX', 'AR', 'CO'],
    given: 'Lucía José María Ángel Sofía Íñigo Inés Tomás Begoña Raúl Núria Andrés Paz Hernán Rocío Iván',
    family:
      'García Muñoz Núñez Peña Ibáñez Vázquez Ortega Yáñez Cañas Beltrán Solís Gómez Marín Duarte Ávila Ríos',
    company: 'Hermanos %s, S.L.',
  },
  {
    weight: 6,
    countries: ['IT', 'CH', 'IT', 'IT'],
    given: 'Giulia Niccolò Chiara Luca Aurora Matteo Elisa Dario Noemi Pietro Sara Ugo Irene Fabio Lia Enzo',
    family:
      "Rossi D'Angelo=dangelo Bianchi Esposito Greco Fabbri Conti Neri Costa Galli Ferri Monti Villa Serra Donà Sanna",
    company: 'Caffè %s ☕',
  },
  {
    weight: 7,
    countries: ['PL', 'PL', 'PL', 'DE'],
    given:
      'Zofia Łukasz=lukasz Małgorzata=malgorzata Paweł=pawel Żaneta Michał=michal Ewa Jan Kinga Marek Ola Piotr Iga Józef Róża Adam',
    family:
      'Nowak Wójcik Kamiński Dąbrowski Kozłowski=kozlowski Zieliński Mazur Król Wróbel Pająk Górski Żak Sikora Duda Bąk Szczęsny',
    company: 'Księgarnia %s',
  },
  {
    weight: 9,
    countries: ['UA', 'BG', 'UA', 'UA'],
    given:
      'Олена=olena Тарас=taras Ірина=iryna Богдан=bohdan Оксана=oksana Андрій=andrii Юлія=yuliia Микола=mykola Галина=halyna Степан=stepan Дарина=daryna Остап=ostap Марія=mariia Іван=ivan Надія=nadiia Петро=petro',
    family:
      'Шевченко=shevchenko Коваль=koval Бондаренко=bondarenko Ткачук=tkachuk Мельник=melnyk Лисенко=lysenko Гончар=honchar Їжак=yizhak Петренко=petrenko Кравчук=kravchuk Савчук=savchuk Ґудзь=gudz Димитров=dimitrov Стоянов=stoyanov Щербак=shcherbak Яремчук=yaremchuk',
    company: 'ТОВ «%s»',
  },
  {
    weight: 6,
    countries: ['GR', 'CY', 'GR', 'GR'],
    given:
      'Ελένη=eleni Γιώργος=giorgos Μαρία=maria Νίκος=nikos Σοφία=sofia Κώστας=kostas Άννα=anna Πέτρος=petros Ιωάννα=ioanna Σπύρος=spyros Δέσποινα=despina Ηλίας=ilias Ζωή=zoi Λευτέρης=lefteris Θάλεια=thalia Ωρίων=orion',
    family:
      'Παπαδόπουλος=papadopoulos Γεωργίου=georgiou Οικονόμου=oikonomou Βασιλείου=vasileiou Νικολάου=nikolaou Ιωάννου=ioannou Μακρής=makris Αλεξίου=alexiou Σταύρου=stavrou Καραγιάννης=karagiannis Αγγελής=angelis Δήμου=dimou Ξένος=xenos Ράπτης=raptis Ψαράς=psaras Φωτίου=fotiou',
    company: 'Αφοί %s Ο.Ε.',
  },
  {
    weight: 7,
    countries: ['EG', 'MA', 'JO', 'SA'],
    given:
      'فاطمة=fatima محمد=mohammed ليلى=layla أحمد=ahmed نور=nour يوسف=youssef سارة=sara خالد=khaled هدى=huda عمر=omar مريم=maryam علي=ali زينب=zaynab حسن=hassan رنا=rana طارق=tariq',
    family:
      'المصري=almasri حداد=haddad الخطيب=alkhatib نجار=najjar خليل=khalil منصور=mansour العلي=alali صالح=saleh درويش=darwish قاسم=qasim الشامي=alshami عباس=abbas رشيد=rashid ناصر=nasser بكري=bakri زيدان=zidan',
    company: 'شركة %s للتجارة',
  },
  {
    weight: 4,
    countries: ['IL', 'IL', 'IL', 'US'],
    given:
      'נועה=noa דוד=david תמר=tamar יוסף=yosef שרה=sarah אורי=uri מיכל=michal איתן=eitan רחל=rachel עמית=amit יעל=yael גיא=guy הילה=hila אסף=asaf ליאור=lior דנה=dana',
    family:
      'כהן=cohen לוי=levi מזרחי=mizrahi פרץ=peretz ביטון=biton אברהם=avraham פרידמן=friedman כץ=katz אזולאי=azoulay דהן=dahan שפירא=shapira גולן=golan ברק=barak רוזן=rosen שלום=shalom חדד=hadad',
    company: '%s בע״מ',
  },
  {
    weight: 7,
    countries: ['CN', 'TW', 'SG', 'HK'],
    given:
      '小龙=xiaolong 丽娜=lina 志强=zhiqiang 美玲=meiling 伟=wei 芳=fang 建国=jianguo 雪梅=xuemei 明=ming 静=jing 子涵=zihan 浩然=haoran 秀英=xiuying 宇航=yuhang 欣怡=xinyi 磊=lei',
    family:
      '王=wang 李=li 张=zhang 刘=liu 陈=chen 杨=yang 黄=huang 赵=zhao 周=zhou 吴=wu 徐=xu 孙=sun 马=ma 胡=hu 郭=guo 欧阳=ouyang',
    familyFirst: true,
    company: '%s记茶庄 🍵',
  },
  {
    weight: 4,
    countries: ['JP', 'JP', 'JP', 'JP'],
    given:
      '陽菜=hina 翔太=shota 美咲=misaki 大輔=daisuke さくら=sakura 健一=kenichi 葵=aoi 蓮=ren 結衣=yui 悠斗=yuto ひなた=hinata 直樹=naoki 彩=aya 拓海=takumi 恵=megumi 亮=ryo',
    family:
      '佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 渡辺=watanabe 伊藤=ito 山本=yamamoto 中村=nakamura 小林=kobayashi 加藤=kato 吉田=yoshida 山田=yamada 松本=matsumoto 井上=inoue 木村=kimura 林=hayashi',
    familyFirst: true,
    company: '株式会社%s',
  },
];
