import { describe, expect, test } from 'vitest';
import { advertisersRequest, codeRequest, TokenAnswer, tiktokAuthUrl } from './tiktok-auth.ts';
import { readTiktokError } from './tiktok-error.ts';
import { AdvertiserInfoAnswer, advertiserInfoRequest, PixelsAnswer, pixelsRequest } from './tiktok-pixels.ts';

const APP = { version: 'v1.3', appId: '7301', appSecret: 'a-secret' };
const API = 'https://business-api.tiktok.com/open_api/v1.3';

describe('requests', () => {
  test('begin with the page on which a person decides', () => {
    const url = tiktokAuthUrl(APP, { redirectUri: 'https://t.example/back', state: 's&1' });
    expect(url).toBe(
      'https://business-api.tiktok.com/portal/auth?app_id=7301&state=s%261&redirect_uri=https%3A%2F%2Ft.example%2Fback',
    );
  });

  test('exchange the code in a body', () => {
    const { method, url, body } = codeRequest(APP, { code: 'c-1' });
    expect([method, url]).toEqual(['POST', `${API}/oauth2/access_token/`]);
    expect(JSON.parse(body)).toEqual({ app_id: '7301', secret: 'a-secret', auth_code: 'c-1' });
  });

  test('carry the token in its own header', () => {
    const pixels = pixelsRequest(APP, { token: 't-1', advertiserId: '701', page: 2 });
    expect(pixels.url).toBe(`${API}/pixel/list/?advertiser_id=701&page=2&page_size=20`);
    for (const { headers, url } of [pixels, advertisersRequest(APP, 't-1')]) {
      expect(headers['access-token']).toBe('t-1');
      expect(url).not.toContain('t-1');
    }
    const { searchParams } = new URL(advertiserInfoRequest(APP, { token: 't-1', ids: ['701', '702'] }).url);
    expect(searchParams.get('advertiser_ids')).toBe('["701","702"]');
  });
});

describe('answers', () => {
  test('of a token say what it may do, and for how long', () => {
    expect(TokenAnswer.parse({ access_token: 't', scope: [1, 15] })).toEqual({
      access_token: 't',
      scope: ['1', '15'],
    });
    expect(TokenAnswer.parse({ access_token: 't', expires_in: 86_400, refresh_token: 'r' })).toMatchObject({
      scope: [],
      expires_in: 86_400,
      refresh_token: 'r',
    });
  });

  test('about an advertiser prefer the name of its time zone', () => {
    const list = [
      {
        advertiser_id: '701',
        currency: 'INR',
        status: 'STATUS_ENABLE',
        timezone: 'Etc/GMT-5',
        display_timezone: 'Asia/Kolkata',
      },
      { advertiser_id: '702', timezone: 'Etc/GMT+5', status: 'STATUS_LIMIT' },
    ];
    expect(AdvertiserInfoAnswer.parse({ list }).list).toEqual([
      { id: '701', currency: 'INR', timeZone: 'Asia/Kolkata', canRunAds: true },
      { id: '702', currency: null, timeZone: 'Etc/GMT+5', canRunAds: false },
    ]);
  });

  test.each([
    [undefined, false],
    [null, false],
    ['SHARED', false],
    ['TRANSFERRED', false],
    ['UNBOUND', true],
  ])('list a pixel with the relation %s', (relation, isUnbound) => {
    const ownership = relation === undefined ? {} : { asset_ownership: { asset_relation_status: relation } };
    const answer = { pixels: [{ pixel_code: 'C01', ...ownership }], page_info: { page: 1, total_page: 2 } };
    expect(PixelsAnswer.parse(answer)).toEqual({
      pixels: [{ code: 'C01', name: 'Pixel C01', isUnbound }],
      isLast: false,
    });
    expect(PixelsAnswer.parse({ pixels: [] }).isLast).toBe(true);
  });
});

describe('an error', () => {
  const read = (body: unknown) => readTiktokError({ body: JSON.stringify(body) });

  test.each([
    [40001, 'forbidden'],
    [40002, 'refused'],
    [40007, 'refused'],
    [40100, 'busy'],
    [40102, 'bad_token'],
    [40105, 'bad_token'],
    [40700, 'busy'],
    [50002, 'busy'],
  ])('%i is %s', (code, meaning) => {
    expect(read({ code, message: 'Why', request_id: 'r-1' })).toEqual({
      meaning,
      code,
      words: `${code}: Why`,
      requestId: 'r-1',
    });
  });

  test('is none where something was done, or where TikTok did not answer', () => {
    expect([read({ code: 0 }), read({ code: 20001 }), read({ ok: true })]).toEqual([null, null, null]);
    expect(readTiktokError({ body: '<html>' })).toBeNull();
  });
});
