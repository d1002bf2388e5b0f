/** Why API calls failed, in Spanish. */
export const apiCalls = {
  'timeout: No complete response within the time limit.':
    'Tiempo agotado: no hubo respuesta completa dentro del límite.',
  'timeout: No connection within the time limit.': 'Tiempo agotado: no hubo conexión dentro del límite.',
  'timeout: The request could not be built within the time limit.':
    'Tiempo agotado: la solicitud no se pudo preparar a tiempo.',
  'aborted: The caller cancelled the call.': 'Cancelada: quien llamaba canceló la llamada.',
  'redirect: The response redirects to something that is not an HTTP URL.':
    'Redirección: la respuesta redirige a algo que no es una URL HTTP.',
  'redirect: The response redirects to another origin, and would take the body there.':
    'Redirección: la respuesta redirige a otro origen y llevaría allí el contenido.',
  'redirect: The response redirects after its stream was sent.':
    'Redirección: la respuesta redirige después de enviarse el flujo.',
  'redirect: The response redirects more than {times} times.':
    'Redirección: la respuesta redirige más de {times} veces.',
  'refused: The WSDL returned status {status}.': 'Rechazada: el WSDL devolvió el estado {status}.',
  'too_large: The response is larger than {bytes} bytes. Raise maxResponseSize, or use a sink in options().':
    'Demasiado grande: la respuesta supera {bytes} bytes. Aumente maxResponseSize o use sink en options().',
  'other: The response cannot be decoded as {encoding}.':
    'Otra causa: la respuesta no se puede decodificar como {encoding}.',
  'other: The response cannot be written to {path}.':
    'Otra causa: la respuesta no se puede escribir en {path}.',
  'dns: {message}': 'Nombre no encontrado: {message}',
  'refused: {message}': 'Conexión rechazada: {message}',
  'reset: {message}': 'Conexión interrumpida: {message}',
  'timeout: {message}': 'Tiempo agotado: {message}',
  'too_large: {message}': 'Demasiado grande: {message}',
  'aborted: {message}': 'Cancelada: {message}',
  'redirect: {message}': 'Redirección: {message}',
  'other: {message}': 'Otra causa: {message}',
  'The client closed the connection before the response was sent.':
    'El cliente cerró la conexión antes de que se enviara la respuesta.',
  'current() of the token provider {name} failed; the cause says why.':
    'current() del proveedor de tokens {name} falló; la causa indica por qué.',
  'current() of the token provider {name} returned no token; return visible ASCII characters without spaces.':
    'current() del proveedor de tokens {name} no devolvió ningún token; debe devolver caracteres ASCII visibles sin espacios.',
  'refresh() of the token provider {name} failed; the cause says why.':
    'refresh() del proveedor de tokens {name} falló; la causa indica por qué.',
};
