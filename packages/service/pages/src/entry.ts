/** `@rowhouse/service/pages`: what the pages of modules are made with. */
export { numberDecorator, VueTable } from '@rowhouse/table-vue';
export { ApiError, request } from './api/request.ts';
export { viewsOf } from './api/tableViews.ts';
export { definePages, type PageRoute, type PagesDefinition } from './definePages.ts';
export { count, countryName, day, moment, money, zonedMoment } from './i18n/formats.ts';
export { language, translate } from './i18n/translate.ts';
export { notify } from './notices.ts';
export { default as BackLink } from './parts/BackLink.vue';
export { default as FactBox } from './parts/FactBox.vue';
export { default as LoadState } from './parts/LoadState.vue';
export { default as PageHeading } from './parts/PageHeading.vue';
export { type Load, useLoad } from './parts/requests.ts';
export { default as StateMessage } from './parts/StateMessage.vue';
export { default as RecordPage } from './records/RecordPage.vue';
export { pathInResult } from './records/recordPath.ts';
export { useTableNavigation } from './records/tableNavigation.ts';
export { can, dropSession } from './session.ts';
