import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';

/** The response of the service to its arguments and the envelope's headers; faults are thrown. */
export type Operation = (given: Record<string, unknown>, headers: unknown) => unknown;
/** Called before the service sees a request: true if it has sent a response. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface SoapServer {
  readonly base: string;
  readonly wsdl: string;
  /** Methods of the requests that came. */
  readonly received: IncomingMessage[];
  operation: Operation;
  gate: Gate;
  close(): Promise<void>;
}

/** A real SOAP service on loopback, with one operation: Rate. */
export async function startSoapServer(): Promise<SoapServer> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const rate = (given: Record<string, unknown>, _: unknown, headers: unknown) =>
    server.operation(given, headers);
  await new Promise<void>((resolve) => {
    listen(http, {
      path: '/rates',
      services: { RateService: { RatePort: { Rate: rate } } },
      xml: wsdlOf(`${base}/rates`),
      callback: () => resolve(),
    });
  });
  const [service] = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    server.received.push(request);
    if (!server.gate(request, response)) service?.call(http, request, response);
  });

  const server: SoapServer = {
    base,
    wsdl: `${base}/rates?wsdl`,
    received: [],
    operation: () => ({ amount: '5' }),
    gate: () => false,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}

export function wsdlOf(location: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Rates" targetNamespace="urn:rates" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:rates"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types>
    <xsd:schema targetNamespace="urn:rates" elementFormDefault="qualified">
      <xsd:element name="RateRequest"><xsd:complexType><xsd:sequence>
        <xsd:element name="city" type="xsd:string"/>
        <xsd:element name="password" type="xsd:string" minOccurs="0"/>
      </xsd:sequence></xsd:complexType></xsd:element>
      <xsd:element name="RateResponse"><xsd:complexType><xsd:sequence>
        <xsd:element name="amount" type="xsd:string"/>
      </xsd:sequence></xsd:complexType></xsd:element>
    </xsd:schema>
  </types>
  <message name="RateInput"><part name="parameters" element="tns:RateRequest"/></message>
  <message name="RateOutput"><part name="parameters" element="tns:RateResponse"/></message>
  <portType name="RatePortType">
    <operation name="Rate"><input message="tns:RateInput"/><output message="tns:RateOutput"/></operation>
  </portType>
  <binding name="RateBinding" type="tns:RatePortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Rate">
      <soap:operation soapAction="urn:rates#Rate"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <service name="RateService">
    <port name="RatePort" binding="tns:RateBinding"><soap:address location="${location}"/></port>
  </service>
</definitions>`;
}
