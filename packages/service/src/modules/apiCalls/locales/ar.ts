/** Why API calls failed, in Arabic. */
export const apiCalls = {
  'timeout: No complete response within the time limit.': 'انتهت المهلة: لم يصل رد كامل خلال المهلة.',
  'timeout: No connection within the time limit.': 'انتهت المهلة: لم يتم الاتصال خلال المهلة.',
  'timeout: The request could not be built within the time limit.':
    'انتهت المهلة: تعذّر إعداد الطلب خلال المهلة.',
  'aborted: The caller cancelled the call.': 'أُلغي: ألغى المستدعي الاستدعاء.',
  'redirect: The response redirects to something that is not an HTTP URL.':
    'إعادة توجيه: يعيد الرد التوجيه إلى ما ليس عنوان HTTP.',
  'redirect: The response redirects to another origin, and would take the body there.':
    'إعادة توجيه: يعيد الرد التوجيه إلى خادم آخر وكان المحتوى سيُنقل إليه.',
  'redirect: The response redirects after its stream was sent.':
    'إعادة توجيه: يعيد الرد التوجيه بعد إرسال دفق البيانات.',
  'redirect: The response redirects more than {times} times.':
    'إعادة توجيه: يعيد الرد التوجيه أكثر من {times} مرة.',
  'refused: The WSDL returned status {status}.': 'مرفوض: أعاد WSDL الحالة {status}.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().':
    'كبير جدًا: حجم الرد أكبر من {bytes} بايت. زد maxResponseSize، أو استخدم sink في options().',
  'other: The response cannot be decoded as {encoding}.': 'سبب آخر: لا يمكن فك ترميز الرد بصيغة {encoding}.',
  'other: The response cannot be written to {path}.': 'سبب آخر: لا يمكن كتابة الرد في {path}.',
  'dns: {message}': 'الاسم غير موجود: {message}',
  'refused: {message}': 'رُفض الاتصال: {message}',
  'reset: {message}': 'انقطع الاتصال: {message}',
  'timeout: {message}': 'انتهت المهلة: {message}',
  'too_large: {message}': 'كبير جدًا: {message}',
  'aborted: {message}': 'أُلغي: {message}',
  'redirect: {message}': 'إعادة توجيه: {message}',
  'other: {message}': 'سبب آخر: {message}',
  'The client closed the connection before the response was sent.': 'أغلق العميل الاتصال قبل إرسال الرد.',
  'current() of the token provider {name} failed; the cause says why.':
    'فشلت current() لدى مزوّد الرموز {name}؛ والسبب (cause) يبيّن ذلك.',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.':
    'لم تُعد current() لدى مزوّد الرموز {name} أي رمز؛ يجب أن تعيد محارف ASCII مرئية بلا مسافات.',
  'refresh() of the token provider {name} failed; the cause says why.':
    'فشلت refresh() لدى مزوّد الرموز {name}؛ والسبب (cause) يبيّن ذلك.',
};
