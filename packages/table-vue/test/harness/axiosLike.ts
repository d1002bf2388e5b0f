import type { AxiosLike } from '@rowhouse/table-vue';
import type { AxiosCall } from './HarnessWindow.ts';

/** What of Axios a table uses: `request`, which rejects with the response when the status is no success. */
export function axiosLike(calls: AxiosCall[]): AxiosLike {
  return {
    request: async ({ method, url, data, signal }) => {
      calls.push({ method, url, ...(data !== undefined && { data: JSON.parse(JSON.stringify(data)) }) });
      const response = await fetch(url, {
        method,
        ...(data && { body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }),
        ...(signal && { signal }),
      });
      const answer = {
        status: response.status,
        data: await response.json(),
        headers: Object.fromEntries(response.headers),
      };

      if (!response.ok) throw Object.assign(new Error('Request failed'), { response: answer });
      return answer;
    },
  };
}
