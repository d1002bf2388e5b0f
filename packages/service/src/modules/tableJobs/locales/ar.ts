/** Messages of exports and background actions, in Arabic. */
export const tableJobs = {
  Rows: 'الصفوف',
  empty: 'فارغ',
  day: 'يوم',
  week: 'أسبوع',
  month: 'شهر',
  quarter: 'ربع سنة',
  year: 'سنة',
  'The export of {name} is ready': 'تصدير «{name}» جاهز',
  '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.':
    'يحتوي {file} على {rows} {rows|صفوف|صف|صف|صفوف|صفًا|صف}، ويمكن تنزيله حتى {until}.',
  'The export of {name} failed': 'فشل تصدير «{name}»',
  'The export of {name} has started. You will be notified when the file is ready.':
    'بدأ تصدير «{name}». ستصلك إشعارات عندما يصبح الملف جاهزًا.',
  '{name} is already being exported. You will be notified when the file is ready.':
    'يجري تصدير «{name}» بالفعل. ستصلك إشعارات عندما يصبح الملف جاهزًا.',
  'The action {name} is done': 'انتهى الإجراء «{name}»',
  'The action {name} failed': 'فشل الإجراء «{name}»',
  'The action {name} was stopped by an error': 'أوقف خطأ الإجراء «{name}»',
  'It was applied to {processed} {processed|row|rows}.':
    'طُبِّق على {processed} {processed|صفوف|صف|صف|صفوف|صفًا|صف}.',
  'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}':
    'طُبِّق على {processed} {processed|صفوف|صف|صف|صفوف|صفًا|صف} وفشل في {failed}. أول خطأ: {first}',
  'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}':
    'طُبِّق على {processed} من {total} {total|صفوف|صف|صف|صفوف|صفًا|صف} ثم توقف: {first}',
  '{name} has started. You will be notified when it is done.': 'بدأ «{name}». سيصلك إشعار عند انتهائه.',
  '{name} is already running. You will be notified when it is done.':
    '«{name}» قيد التشغيل بالفعل. سيصلك إشعار عند انتهائه.',
  'It was cancelled.': 'أُلغي.',
  'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.':
    'تجاوز التصدير الحد الزمني، وهو {seconds} {seconds|ثانية|ثانية|ثانية|ثوانٍ|ثانية|ثانية}. حدد صفوفًا أقل، أو اطلب من مشغّل الخدمة زيادة tables.export.timeout.',
  'The job was removed from its queue. Start it again. If the problem persists, contact the operator.':
    'أُزيلت المهمة من قائمة انتظارها. ابدأها من جديد. إذا استمرت المشكلة فاتصل بمشغّل الخدمة.',
  'The disk of the service is full. Contact the operator.': 'قرص الخدمة ممتلئ. اتصل بمشغّل الخدمة.',
  'The service failed. Try again. If the problem persists, contact the operator.':
    'حدث خطأ في الخدمة. حاول مجددًا. إذا استمرت المشكلة فاتصل بمشغّل الخدمة.',
  'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.':
    'توقفت عملية التنفيذ مرارًا. حاول مجددًا. إذا استمرت المشكلة فاتصل بمشغّل الخدمة.',
  'The database was unavailable. Try again later.': 'لم تكن قاعدة البيانات متاحة. حاول لاحقًا.',
  'The database was busy. Try again later.': 'كانت قاعدة البيانات مشغولة. حاول لاحقًا.',
  'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.':
    'استغرق الاستعلام وقتًا طويلًا. ضيّق البحث أو عوامل التصفية ثم حاول مجددًا. إذا استمرت المشكلة فاتصل بمشغّل الخدمة.',
  'The file storage was unavailable. Try again later.': 'لم يكن تخزين الملفات متاحًا. حاول لاحقًا.',
  'The table or its action no longer exists. Contact the operator.':
    'لم يعد الجدول أو إجراؤه موجودًا. اتصل بمشغّل الخدمة.',
  'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.':
    'لا يمكن تشغيل الإجراء أو متابعته. ابدأه من جديد. إذا استمرت المشكلة فاتصل بمشغّل الخدمة.',
  'The table cannot be read now. Contact the operator.': 'لا يمكن قراءة الجدول الآن. اتصل بمشغّل الخدمة.',
  'The table has changed and no longer matches the request: {fault} Reload the page.':
    'تغيّر الجدول ولم يعد يطابق الطلب: {fault} أعد تحميل الصفحة.',
  'Your account is not active. Ask an administrator to activate it.': 'حسابك غير نشط. اطلب من مسؤول تنشيطه.',
  'You no longer have the permission {permission}. Ask an administrator for it.':
    'لم يعد لديك الإذن {permission}. اطلبه من مسؤول.',
  'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.':
    'حُذف مفتاح API الذي بدأت به المهمة أو عُطّل أو انتهت صلاحيته. ابدأها من جديد بمفتاح صالح.',
  'The administrator who started it may no longer impersonate you. Start it again yourself.':
    'لم يعد يحق للمسؤول الذي بدأها التصرف باسمك. ابدأها من جديد بنفسك.',
  'The API key no longer has the permission {permission}. Use another key.':
    'لم يعد لدى مفتاح API الإذن {permission}. استخدم مفتاحًا آخر.',
  'The stored request cannot be read.': 'لا يمكن قراءة الطلب المحفوظ.',
  'This release no longer includes the requested job. Contact the operator.':
    'لم يعد هذا الإصدار يتضمن المهمة المطلوبة. اتصل بمشغّل الخدمة.',
  'The action failed on this row; the log of the application says why.':
    'فشل الإجراء في هذا الصف؛ سجل التطبيق يبيّن السبب.',
  'Download the file': 'تنزيل الملف',
  'Show the failed rows': 'عرض الصفوف التي فشلت',
};
