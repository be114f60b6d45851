{{/* Headers of the static files. The policy lists the origins that the pages connect to. */}}
{{- define "tandem.webHeaders" -}}
{{- $v := .Values -}}
{{- $socket := $v.publicUrl | replace "https://" "wss://" | replace "http://" "ws://" -}}
{{- $auth := ternary (printf " https://%s" $v.firebase.authDomain) "" (contains "." $v.firebase.authDomain) -}}
{{- $cdn := ternary "" (printf " %s" $v.assetOrigin) (eq $v.assetOrigin "") -}}
{{- $emulator := ternary (printf " %s" $v.dev.firebaseEmulatorOrigin) "" (and $v.dev.enabled (ne $v.dev.firebaseEmulatorOrigin "")) -}}
add_header Content-Security-Policy "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; form-action 'self'; script-src 'self'{{ $cdn }} https://js.stripe.com https://*.js.stripe.com https://apis.google.com https://www.gstatic.com{{ $emulator }}; style-src 'self'{{ $cdn }} 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self'{{ $cdn }} data:; media-src 'self'{{ $cdn }} blob:; connect-src 'self'{{ $cdn }} {{ $v.publicUrl }} {{ $socket }} https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://api.stripe.com https://apis.google.com https://www.gstatic.com{{ $emulator }}; frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://accounts.google.com https://apis.google.com{{ $auth }}{{ $emulator }}; worker-src 'self' blob:; manifest-src 'self'" always;
{{- if include "tandem.isHttps" . }}
add_header Strict-Transport-Security "max-age=63072000; includeSubDomains" always;
{{- end }}
add_header X-Content-Type-Options nosniff always;
add_header Referrer-Policy strict-origin always;
add_header Permissions-Policy 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com"), screen-wake-lock=(self)' always;
add_header Cross-Origin-Opener-Policy same-origin-allow-popups always;
{{ end -}}

{{- define "tandem.headersConfigMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "tandem.component" . }}-headers
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
data:
  security.conf: |
    {{- include "tandem.webHeaders" .root | trim | nindent 4 }}
{{- end -}}
