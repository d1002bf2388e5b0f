import { type AnySoapEndpoint, BaseSoapEndpoint } from '@rowhouse/integrations/soap';
import { visible } from './outboundCanaries.ts';
import type { Planted } from './Planted.ts';
import type { Partner } from './startPartner.ts';

/** A SOAP call with canaries; the response is a fault that repeats some of them. */
export function soapCanary(planted: Planted, partner: Partner): AnySoapEndpoint {
  const argument = planted.secret('SOAP argument');
  const header = planted.secret('SOAP header');
  const written = planted.secret('SOAP header as XML');
  const token = planted.secret('SOAP bearer token');
  // Responds at the URL of the WSDL.
  partner.endpoint('visible-soap', {
    method: 'POST',
    response: {
      status: 500,
      headers: { 'content-type': 'text/xml' },
      body: faultOf(
        `No rates in ${visible} for ${argument}, nor with ${header}, nor with ${token}`,
        `<detail><apiKey>${planted.secret('SOAP fault detail')}</apiKey><hint>it was ${argument}</hint></detail>`,
      ),
    },
    capabilities: {},
  });

  return new (class SoapCanaryEndpoint extends BaseSoapEndpoint {
    wsdl() {
      return wsdlOf(`${partner.base}/visible-soap`);
    }
    operation() {
      return 'Rate';
    }
    arguments() {
      return { city: visible, password: argument };
    }
    soapHeaders() {
      return [{ Security: { Username: 'ann', Password: header } }, `<ApiKey>${written}</ApiKey>`];
    }
    tokenProvider() {
      return { current: () => token, refresh: async () => {} };
    }
  })();
}

function faultOf(text: string, detail: string): string {
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>' +
    `<faultcode>s:Server</faultcode><faultstring>${text}</faultstring>${detail}</s:Fault></s:Body></s:Envelope>`
  );
}

function wsdlOf(location: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Rates" targetNamespace="urn:rates" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:rates"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types><xsd:schema targetNamespace="urn:rates" elementFormDefault="qualified">
    <xsd:element name="RateRequest"><xsd:complexType><xsd:sequence>
      <xsd:element name="city" type="xsd:string"/><xsd:element name="password" type="xsd:string"/>
    </xsd:sequence></xsd:complexType></xsd:element>
    <xsd:element name="RateResponse" type="xsd:string"/>
  </xsd:schema></types>
  <message name="RateInput"><part name="parameters" element="tns:RateRequest"/></message>
  <message name="RateOutput"><part name="parameters" element="tns:RateResponse"/></message>
  <portType name="RatePortType">
    <operation name="Rate"><input message="tns:RateInput"/><output message="tns:RateOutput"/></operation>
  </portType>
  <binding name="RateBinding" type="tns:RatePortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Rate"><soap:operation soapAction="urn:rates#Rate"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <service name="RateService">
    <port name="RatePort" binding="tns:RateBinding"><soap:address location="${location}"/></port>
  </service>
</definitions>`;
}
