/** The description of the service at that address. */
export function vatWsdl(location: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Vat" targetNamespace="urn:vat" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:vat"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types>
    <xsd:schema targetNamespace="urn:vat" elementFormDefault="qualified">
      <xsd:element name="CheckVat"><xsd:complexType><xsd:sequence>
        <xsd:element name="country" type="xsd:string"/>
        <xsd:element name="number" type="xsd:string"/>
      </xsd:sequence></xsd:complexType></xsd:element>
      <xsd:element name="CheckVatResponse"><xsd:complexType><xsd:sequence>
        <xsd:element name="valid" type="xsd:boolean"/>
        <xsd:element name="name" type="xsd:string" minOccurs="0"/>
      </xsd:sequence></xsd:complexType></xsd:element>
    </xsd:schema>
  </types>
  <message name="CheckVatInput"><part name="parameters" element="tns:CheckVat"/></message>
  <message name="CheckVatOutput"><part name="parameters" element="tns:CheckVatResponse"/></message>
  <portType name="VatPortType">
    <operation name="CheckVat"><input message="tns:CheckVatInput"/><output message="tns:CheckVatOutput"/></operation>
  </portType>
  <binding name="VatBinding" type="tns:VatPortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="CheckVat">
      <soap:operation soapAction="urn:vat#CheckVat"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <service name="VatService">
    <port name="VatPort" binding="tns:VatBinding"><soap:address location="${location}"/></port>
  </service>
</definitions>`;
}
