import { Action, type AnyEndpoint, type Client, type HttpResponse } from '@rowhouse/integrations';
import { type CourierAccount, CourierToken } from './CourierToken.ts';
import { BookShipment, DownloadLabel, type Shipment, TrackParcel, UploadInvoice } from './endpoints.ts';

export interface Parcel {
  /** The courier's number of it. */
  readonly awb: string;
  readonly status: string;
}

export interface Courier {
  book(shipment: Shipment): Promise<Parcel>;
  /** @param file path of a PDF */
  uploadInvoice(awb: string, file: string): Promise<void>;
  /** @param file path that the label is written to */
  downloadLabel(awb: string, file: string): Promise<void>;
  track(awb: string): Promise<Parcel>;
}

/** The courier's API as functions. They throw IntegrationError, whose messages hold no secrets. */
export function createCourier(account: CourierAccount, client: Client): Courier {
  const { base } = account;
  const token = new CourierToken(account, client);
  const handle = async (endpoint: AnyEndpoint): Promise<HttpResponse> =>
    (await new Action(endpoint, client).handle()).throw();

  return {
    book: async (shipment) => parcel(await handle(new BookShipment(base, token, shipment))),
    uploadInvoice: async (awb, file) => void (await handle(new UploadInvoice(base, token, awb, file))),
    downloadLabel: async (awb, file) => void (await handle(new DownloadLabel(base, token, awb, file))),
    track: async (awb) => parcel(await handle(new TrackParcel(base, token, awb))),
  };
}

function parcel(response: HttpResponse): Parcel {
  const { awb, status } = response.json() as Parcel;

  return { awb, status };
}
