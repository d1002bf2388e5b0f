/** Arabic texts of saved views, and of groups. */
export const views = {
  Views: 'طرق العرض',
  'Views: {view}': 'طرق العرض: {view}',
  'Views: {view}, changed': 'طرق العرض: {view}، معدّلة',
  'Changed, not saved': 'معدّلة وغير محفوظة',
  'Standard view': 'طريقة العرض الأساسية',
  'My views': 'طرق العرض الخاصة بي',
  Shared: 'مشتركة',
  '{view} (opens by default)': '{view} (تُفتح افتراضيًا)',
  'Save changes': 'حفظ التغييرات',
  'Discard changes': 'تجاهل التغييرات',
  'Save as a new view…': 'حفظ كطريقة عرض جديدة…',
  'Rename…': 'إعادة التسمية…',
  'Make a copy': 'إنشاء نسخة',
  'Copy to my views': 'نسخ إلى طرق العرض الخاصة بي',
  'Share…': 'مشاركة…',
  'Set as my default': 'تعيين كافتراضية لي',
  'Remove my default': 'إزالة طريقة العرض الافتراضية لي',
  'Pin to the home page': 'تثبيت في الصفحة الرئيسية',
  'Remove from the home page': 'إزالة من الصفحة الرئيسية',
  'Copy link': 'نسخ الرابط',
  'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.':
    'حُذفت طريقة العرض، أو لم يشاركها مالكها. اطلب ممن أرسل الرابط أن يشاركها.',
  'This view is not shared with you':
    'طريقة العرض هذه غير مشاركة معك',
  'Open the table without the view':
    'فتح الجدول بدون طريقة العرض',
  'Link to the view':
    'رابط طريقة العرض',
  'Only you can open the view “{view}”. Others see that it is not shared with them.':
    'أنت وحدك تستطيع فتح طريقة العرض «{view}». يرى الآخرون أنها غير مشاركة معهم.',
  'Copy anyway':
    'النسخ على أي حال',
  'The browser does not allow this. Copy the link from the field.':
    'المتصفح لا يسمح بذلك. انسخ الرابط من الحقل.',
  'The link was copied.': 'نُسخ الرابط.',
  'Delete…': 'حذف…',
  'Save as a new view': 'حفظ كطريقة عرض جديدة',
  'Rename the view': 'إعادة تسمية طريقة العرض',
  'Share the view': 'مشاركة طريقة العرض',
  'Delete the view?': 'هل تريد حذف طريقة العرض؟',
  Save: 'حفظ',
  Rename: 'إعادة التسمية',
  Share: 'مشاركة',
  Name: 'الاسم',
  Everyone: 'الجميع',
  'Enter a name.': 'أدخل اسمًا.',
  'A view keeps columns, sort, filters, groups, search, page length and style. Only you see it until you share it.':
    'تحتفظ طريقة العرض بالأعمدة والفرز وعوامل التصفية والمجموعات والبحث وطول الصفحة والنمط. لا يراها غيرك حتى تشاركها.',
  'Those who may use the table and have one of these roles can open and copy the view.':
    'يمكن لمن يُسمح له باستخدام الجدول ولديه أحد هذه الأدوار فتح طريقة العرض ونسخها.',
  'It is shared: the others lose it, too.': 'إنها مشتركة: سيفقدها الآخرون أيضًا.',
  'The view “{view}” was saved.': 'تم حفظ طريقة العرض «{view}».',
  'The view “{view}” was opened without what the table no longer has: {names}.':
    'تم فتح طريقة العرض «{view}» من دون ما لم يعد موجودًا في الجدول: {names}.',
  'The view “{view}” was deleted, or is not shared with you any more. The table stays as it is.':
    'حُذفت طريقة العرض «{view}» أو لم تعد مشتركة معك. يبقى الجدول كما هو.',
  'The server refused the view “{view}”. The table was opened without it.':
    'رفض الخادم طريقة العرض «{view}». تم فتح الجدول من دونها.',
  'The saved views cannot be read.': 'تعذّرت قراءة طرق العرض المحفوظة.',
  'The view cannot be opened.': 'تعذّر فتح طريقة العرض.',
  'This view was changed elsewhere meanwhile. Save again to replace that change.':
    'عُدّلت طريقة العرض هذه في مكان آخر في هذه الأثناء. احفظ مرة أخرى لاستبدال ذلك التعديل.',
  'Open a view first.': 'افتح طريقة عرض أولًا.',
  'The table opens with this view, unless they choose another default, for':
    'يُفتح الجدول بهذا العرض، ما لم يختاروا عرضًا افتراضيًا آخر، لدى',

  '{groups|# group|# groups} with {rows|# row|# rows}':
    '{groups|لا مجموعات|مجموعة واحدة|مجموعتان|# مجموعات|# مجموعة|# مجموعة} تضم {rows|لا صفوف|صفًا واحدًا|صفين|# صفوف|# صفًا|# صف}',
  'Q{quarter} {year}': 'الربع {quarter}، {year}',
  'Week {week}, {year}': 'الأسبوع {week}، {year}',
  'It is not a plain value.': 'ليست قيمة بسيطة.',
  Group: 'تجميع',
  'Group the rows': 'تجميع الصفوف',
  'Group by': 'التجميع حسب',
  'Group by this column': 'التجميع حسب هذا العمود',
  'Do not group by this column': 'إلغاء التجميع حسب هذا العمود',
  'Group by day': 'التجميع حسب اليوم',
  'Group by week': 'التجميع حسب الأسبوع',
  'Group by month': 'التجميع حسب الشهر',
  'Group by quarter': 'التجميع حسب الربع',
  'Group by year': 'التجميع حسب السنة',
  'by day': 'حسب اليوم',
  'by week': 'حسب الأسبوع',
  'by month': 'حسب الشهر',
  'by quarter': 'حسب الربع',
  'by year': 'حسب السنة',
  '{column}: part of the date': '{column}: جزء التاريخ',
  'Move {column} outwards': 'نقل {column} إلى الخارج',
  'Move {column} inwards': 'نقل {column} إلى الداخل',
  'Do not group by {column}': 'إلغاء التجميع حسب {column}',
  'Do not group': 'بلا تجميع',
  'Add a column': 'إضافة عمود',
  'Order of the groups': 'ترتيب المجموعات',
  'Number of rows': 'عدد الصفوف',
  Label: 'التسمية',
  Direction: 'الاتجاه',
  Ascending: 'تصاعدي',
  Descending: 'تنازلي',
  'Show {next|# more group|# more groups} ({shown} of {size})':
    'عرض {next|لا مجموعات أخرى|مجموعة أخرى|مجموعتين أخريين|# مجموعات أخرى|# مجموعة أخرى|# مجموعة أخرى} ({shown} من {size})',
  'Show {next|# more row|# more rows} ({shown} of {size})':
    'عرض {next|لا صفوف أخرى|صف آخر|صفين آخرين|# صفوف أخرى|# صفًا آخر|# صف آخر} ({shown} من {size})',
  'The group is being loaded.': 'يجري تحميل المجموعة.',
  'Grouping takes a while in a large table, so it is done on demand.':
    'يستغرق تجميع جدول كبير وقتًا، لذلك يتم عند الطلب.',
  'Group now': 'التجميع الآن',
};
