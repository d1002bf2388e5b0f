/** Why API calls failed, in Romanian. */
export const apiCalls = {
  'timeout: No complete response within the time limit.':
    'Timp depășit: nu a sosit un răspuns complet la timp.',
  'timeout: No connection within the time limit.': 'Timp depășit: conexiunea nu s-a realizat la timp.',
  'timeout: The request could not be built within the time limit.':
    'Timp depășit: cererea nu a putut fi construită la timp.',
  'aborted: The caller cancelled the call.': 'Anulat: apelantul a anulat apelul.',
  'redirect: The response redirects to something that is not an HTTP URL.':
    'Redirecționare: răspunsul redirecționează spre ceva ce nu este un URL HTTP.',
  'redirect: The response redirects to another origin, and would take the body there.':
    'Redirecționare: răspunsul redirecționează spre altă origine și ar duce conținutul acolo.',
  'redirect: The response redirects after its stream was sent.':
    'Redirecționare: răspunsul redirecționează după trimiterea fluxului.',
  'redirect: The response redirects more than {times} times.':
    'Redirecționare: răspunsul redirecționează de mai mult de {times} ori.',
  'refused: The WSDL returned status {status}.': 'Refuzat: WSDL-ul a returnat starea {status}.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().':
    'Prea mare: răspunsul depășește {bytes} octeți. Măriți maxResponseSize sau folosiți sink în options().',
  'other: The response cannot be decoded as {encoding}.':
    'Altă cauză: răspunsul nu poate fi decodat ca {encoding}.',
  'other: The response cannot be written to {path}.': 'Altă cauză: răspunsul nu poate fi scris în {path}.',
  'dns: {message}': 'Nume negăsit: {message}',
  'refused: {message}': 'Conexiune refuzată: {message}',
  'reset: {message}': 'Conexiune întreruptă: {message}',
  'timeout: {message}': 'Timp depășit: {message}',
  'too_large: {message}': 'Prea mare: {message}',
  'aborted: {message}': 'Anulat: {message}',
  'redirect: {message}': 'Redirecționare: {message}',
  'other: {message}': 'Altă cauză: {message}',
  'The client closed the connection before the response was sent.':
    'Clientul a închis conexiunea înainte de trimiterea răspunsului.',
  'current() of the token provider {name} failed; the cause says why.':
    'current() al furnizorului de tokenuri {name} a eșuat; cauza arată motivul.',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.':
    'current() al furnizorului de tokenuri {name} nu a returnat niciun token; trebuie să returneze caractere ASCII vizibile, fără spații.',
  'refresh() of the token provider {name} failed; the cause says why.':
    'refresh() al furnizorului de tokenuri {name} a eșuat; cauza arată motivul.',
};
