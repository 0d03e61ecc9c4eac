/** Hosts that are public, and hosts that are not. */
export const NOT_PUBLIC =
  `localhost a.localhost printer.local printer.lan a.localdomain router.home.arpa db.internal x.invalid x.test
  a.onion a.alt intranet 127.0.0.1 127.255.255.254 10.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
  100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1 192.0.2.1 [::1] [::] [fe80::1] [fc00::1] [fdff::1] [ff02::1]
  [::ffff:127.0.0.1] [::ffff:10.0.0.1] [::ffff:a00:1] [::ffff:0:10.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::1]
  [2001:db8::1] [::127.0.0.1]`.split(/\s+/);
export const PUBLIC =
  `example.org www.example.org example.org. local.example.org lan.de onion.example.org xn--mnchen-3ya.de 8.8.8.8
  193.175.100.140 172.15.0.1 172.32.0.1 100.128.0.1 [2a00:1450:4001:81b::200e] [::ffff:193.175.100.140]
  [64:ff9b::193.175.100.140]`.split(/\s+/);
