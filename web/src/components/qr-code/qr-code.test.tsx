import { render, screen } from '@testing-library/react';
import QrCode from './qr-code.js';
import { readQrCode } from './test/read-qr-code.js';

describe('QR code', () => {
  it.each([
    'http://localhost:8080/share/AAECAwQFBgcICQoLDA0ODw',
    'https://files.hospital.example/share/x7_K2pQ-9sWm4Tz1bN3dYg',
  ])('decodes to %s', (link) => {
    render(<QrCode value={link} label="QR code of the shareable link" />);
    const code = screen.getByRole('img', { name: 'QR code of the shareable link' });
    expect(readQrCode(code)).toBe(link);
  });
});
