/** Texts of the home page and of the notifications. */
export const home = {
  'Your last visit was on {time}.': 'كانت زيارتك الأخيرة في {time}.',
  'Since your last visit on {time}: {count|# notification|# notifications}.':
    'منذ زيارتك الأخيرة في {time}: {count|لا إشعارات|إشعار واحد|إشعاران|# إشعارات|# إشعارًا|# إشعار}.',
  'Since your last visit': 'منذ زيارتك الأخيرة',
  'Pinned views': 'العروض المثبتة',
  'No pinned views yet': 'لا عروض مثبتة بعد',
  'Open a table, set its filters, save them as a view, and pin it. It is then shown here with the number of its rows.':
    'افتح جدولًا واختر عوامل التصفية واحفظها عرضًا ثم ثبّته. يظهر عندئذ هنا مع عدد صفوفه.',
  'Open a table': 'افتح جدولًا',
  'Count the rows': 'عُدّ الصفوف',
  'Tables and pages': 'الجداول والصفحات',
  'Unread notifications': 'الإشعارات غير المقروءة',
  'All notifications': 'كل الإشعارات',
  'Exports and actions': 'عمليات التصدير والإجراءات',
  'What you export, or start for many rows, is listed here with its progress and its file.':
    'ما تصدّره أو تبدؤه لصفوف كثيرة يُدرج هنا مع تقدّمه وملفه.',
  'Which notifications': 'أي الإشعارات',
  All: 'الكل',
  'Nothing unread': 'لا شيء غير مقروء',
  'No notifications yet': 'لا إشعارات بعد',
  'Finished exports and actions, and other news for you, are listed here.':
    'تُدرج هنا عمليات التصدير والإجراءات المنتهية وأخبار أخرى لك.',
  Newer: 'الأحدث',
  Older: 'الأقدم',
  Remove: 'إزالة',
  'Cancel: {title}': 'إلغاء: {title}',
  'Download: {title}': 'تنزيل: {title}',
};
