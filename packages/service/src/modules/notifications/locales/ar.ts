import { withVariants } from './withVariants.ts';

/** Types of notifications and their titles, failed API calls, and the delivery states of mails, in Arabic. */
export const notifications = withVariants(
  {
    'Hello {name},': 'مرحبًا {name}،',
    'An export is ready': 'تصدير جاهز',
    'An export failed': 'فشل تصدير',
    'A background action is done': 'انتهى إجراء في الخلفية',
    'A background action failed': 'فشل إجراء في الخلفية',
    'An API call failed': 'فشل استدعاء API',
    'A call to another service failed: {method} {address}': 'فشل استدعاء خدمة أخرى: {method} {address}',
    'A call from another program failed: {method} {address}': 'فشل استدعاء من برنامج آخر: {method} {address}',
    'Many different API calls failed': 'فشلت استدعاءات API كثيرة ومختلفة',
    'Show the call': 'عرض الاستدعاء',

    'At {since}: {outcome}\nEqual failures are counted until {until}.':
      'في {since}: {outcome}\nتُحسب حالات الفشل المماثلة حتى {until}.',
    'Once, at {since}: {outcome}': 'مرة واحدة، في {since}: {outcome}',
    '{count} times since {since}: {outcome}': 'عدد المرات منذ {since}: {count}. {outcome}',
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}':
      'منذ {since} فشلت استدعاءات مختلفة أكثر من أن يُبلَّغ عن كل منها. أحدها: {method} {address}: {outcome}',
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}':
      'حالات الفشل منذ {since}: {count}، في استدعاءات مختلفة أكثر من أن يُبلَّغ عن كل منها. أحدها: {method} {address}: {outcome}',

    'The mail server cannot be reached. Delivery will be retried.':
      'لا يمكن الوصول إلى خادم البريد. ستُعاد محاولة الإرسال.',
    'The e-mail was not sent: the mail server could not be reached.':
      'لم تُرسل الرسالة: تعذّر الوصول إلى خادم البريد.',
    'The mail server rejects the e-mail temporarily. Delivery will be retried.':
      'يرفض خادم البريد الرسالة مؤقتًا. ستُعاد محاولة الإرسال.',
    'The e-mail was not sent: the mail server rejected it in several attempts.':
      'لم تُرسل الرسالة: رفضها خادم البريد في عدة محاولات.',
    'The mail server rejects the sign-in of the service. Delivery will be retried.':
      'يرفض خادم البريد تسجيل دخول الخدمة. ستُعاد محاولة الإرسال.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.':
      'لم تُرسل الرسالة: يرفض خادم البريد تسجيل دخول الخدمة. اتصل بمشغّل الخدمة.',
    'The mail server rejects your address temporarily. Delivery will be retried.':
      'يرفض خادم البريد عنوانك مؤقتًا. ستُعاد محاولة الإرسال.',
    'The e-mail was not sent: the mail server rejects your address.':
      'لم تُرسل الرسالة: يرفض خادم البريد عنوانك.',
    'The mail server rejects the message temporarily. Delivery will be retried.':
      'يرفض خادم البريد محتوى الرسالة مؤقتًا. ستُعاد محاولة الإرسال.',
    'The e-mail was not sent: the mail server rejects the message.':
      'لم تُرسل الرسالة: يرفض خادم البريد محتواها.',
    'The e-mail could not be written to the outbox. Delivery will be retried.':
      'تعذّرت كتابة الرسالة في صندوق الصادر. ستُعاد محاولة الإرسال.',
    'The e-mail could not be written to the outbox. Contact the operator.':
      'تعذّرت كتابة الرسالة في صندوق الصادر. اتصل بمشغّل الخدمة.',
    'The e-mail was not sent: the account is not active.': 'لم تُرسل الرسالة: الحساب غير نشط.',
  },
  { user: 'المستخدم: {user}', firstUser: 'مستخدم الاستدعاء الأول: {user}' },
);
