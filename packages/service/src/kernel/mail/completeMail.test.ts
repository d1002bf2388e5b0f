import { describe, expect, it } from 'vitest';
import { completeMail } from './completeMail.ts';
import { composeMail } from './composeMail.ts';

const sender = { from: 'desk@example.com', host: 'example.com' };

describe('A mail of a module', () => {
  it('needs an address, a subject and a text', () => {
    const mail = completeMail(
      { to: 'ada@example.com', subject: 'Rooms', text: 'One.\nTwo.\n\nThree.' },
      'de',
    );
    expect(mail).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.any(Date),
      language: 'de',
      to: { name: '', address: 'ada@example.com' },
      subject: 'Rooms',
      text: 'One.\nTwo.\n\nThree.',
      html: '<p>One.<br>Two.</p>\n<p>Three.</p>',
    });
    expect(composeMail(mail, sender).html).toContain('<html lang="de">');
  });

  it('has another id for each, unless it is given', () => {
    const mail = { to: 'ada@example.com', subject: 'Rooms', text: 'One.' };
    expect(completeMail(mail, 'en').id).not.toBe(completeMail(mail, 'en').id);
    expect(completeMail({ ...mail, id: 'rooms-1' }, 'en').id).toBe('rooms-1');
    expect(completeMail({ ...mail, id: 'rooms 1>\r\nBcc: x' }, 'en').id).toBe('rooms-1---Bcc--x');
  });

  it('escapes all of a text', () => {
    const text = `<script>alert("1")</script> & <a href='x'>`;
    const { html, text: plain } = completeMail({ to: 'ada@example.com', subject: '<b>', text }, 'en');
    expect(html).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;a href=&#39;x&#39;&gt;</p>',
    );
    expect(plain).toBe(text);
  });

  it('may be HTML alone, or both as they are', () => {
    const html = '<p>One.</p>';
    const to = { name: 'Ada', address: 'ada@example.com' };
    const alone = completeMail({ to, subject: 'Rooms', html }, 'en');
    expect([alone.html, alone.text, alone.to]).toEqual([html, '', to]);
    expect(composeMail(alone, sender)).not.toHaveProperty('text');
    expect(completeMail({ to, subject: 'Rooms', html, text: 'One.' }, 'en')).toMatchObject({
      html,
      text: 'One.',
    });
  });

  it('has a subject of one line', () => {
    const subject = 'Rooms\r\nBcc: eve@example.com';
    expect(completeMail({ to: 'ada@example.com', subject, text: '' }, 'en').subject).toBe(
      'Rooms Bcc: eve@example.com',
    );
  });
});
