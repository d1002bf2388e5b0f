const types: Readonly<Record<string, string>> = {
  text: 'string',
  id: 'long',
  count: 'integer',
  unsigned: 'unsignedLong',
  price: 'decimal',
  rate: 'double',
  yes: 'boolean',
  when: 'dateTime',
  day: 'date',
  clock: 'time',
  bytes: 'base64Binary',
  hex: 'hexBinary',
};

/** A WSDL whose operation `Ask` takes and returns a value of each type, and `Notify` returns nothing. */
export function typedWsdl(location: string, version: '1.1' | '1.2'): string {
  const members = Object.entries(types).map(
    ([name, type]) => `<x:element name="${name}" type="x:${type}" minOccurs="0" nillable="true"/>`,
  );
  const inner =
    '<x:element name="inner" minOccurs="0"><x:complexType><x:sequence><x:element name="at" type="x:dateTime"/></x:sequence></x:complexType></x:element>';
  const list = '<x:element name="list" type="x:string" minOccurs="0" maxOccurs="unbounded" nillable="true"/>';
  const element = (name: string) =>
    `<x:element name="${name}"><x:complexType><x:sequence>${members.join('')}${list}${inner}</x:sequence></x:complexType></x:element>`;
  const operation = (name: string, hasOutput: boolean, message: (kind: string) => string, own = '') =>
    `<operation name="${name}">${own}${message('input')}${hasOutput ? message('output') : ''}</operation>`;
  const body = (kind: string) => `<${kind}><soap:body use="literal"/></${kind}>`;
  const action = (name: string) => `<soap:operation soapAction="urn:t#${name}"/>`;

  return `<?xml version="1.0"?>
<definitions name="T" targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/${version === '1.2' ? 'soap12' : 'soap'}/" xmlns:x="http://www.w3.org/2001/XMLSchema">
  <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${element('Ask')}${element('Told')}</x:schema></types>
  <message name="input"><part name="p" element="t:Ask"/></message>
  <message name="output"><part name="p" element="t:Told"/></message>
  <portType name="P">
    ${operation('Ask', true, (kind) => `<${kind} message="t:${kind}"/>`)}
    ${operation('Notify', false, (kind) => `<${kind} message="t:${kind}"/>`)}
  </portType>
  <binding name="B" type="t:P">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${operation('Ask', true, body, action('Ask'))}
    ${operation('Notify', false, body, action('Notify'))}
  </binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="${location}"/></port></service>
</definitions>`;
}
