/** Arabic texts of the counts in filters. */
export const summaries = {
  '{option}, {count|# row|# rows}': '{option}، {count|لا صفوف|صف واحد|صفان|# صفوف|# صفًا|# صف}',
  Values: 'القيم',
  'Count the values': 'عدّ القيم',
  'Counting takes a while in a large table, so it is done on demand.':
    'العدّ يستغرق وقتًا في الجدول الكبير، لذلك يتمّ عند الطلب.',
  'The values could not be counted.': 'تعذّر عدّ القيم.',
  '{count|# further value|# further values}':
    '{count|لا قيم أخرى|قيمة أخرى|قيمتان أخريان|# قيم أخرى|# قيمة أخرى|# قيمة أخرى}',
  'Statistics…': 'إحصاءات…',
  'Statistics of {column}': 'إحصاءات {column}',
  'Of all rows': 'لجميع الصفوف',
  'Of the rows that match the search and the filters': 'للصفوف المطابقة للبحث وعوامل التصفية',
  'Number of rows': 'عدد الصفوف',
  'Without a value': 'بلا قيمة',
  'Different values': 'قيم مختلفة',
  Smallest: 'الأصغر',
  Largest: 'الأكبر',
  Earliest: 'الأقدم',
  Latest: 'الأحدث',
  Sum: 'المجموع',
  Copy: 'نسخ',
  'Copied.': 'تم النسخ.',
  'Show the figures': 'عرض الأرقام',
  Close: 'إغلاق',
};
