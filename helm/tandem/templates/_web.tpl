{{/* The content security policy by page, with the origins of the values. */}}
{{- define "tandem.webPolicies" -}}
{{- $v := .Values -}}
{{- $socket := $v.publicUrl | replace "https://" "wss://" | replace "http://" "ws://" -}}
{{- $servers := printf " %s %s" $v.publicUrl $socket -}}
{{- $auth := ternary (printf " https://%s" $v.firebase.authDomain) "" (contains "." $v.firebase.authDomain) -}}
{{- $cdn := ternary "" (printf " %s" $v.assetOrigin) (eq $v.assetOrigin "") -}}
{{- $emulator := ternary (printf " %s" $v.publicUrl) "" $v.trial.enabled }}
# begin: policies, rendered from proto/browser/content-policy.ts by `npm run topology`
map $request_uri $content_policy {
  default "default-src 'self'; script-src 'self'{{ $cdn }}$inline_scripts; style-src 'self'{{ $cdn }} 'unsafe-inline'; img-src 'self'{{ $cdn }} data: blob: https://*.googleusercontent.com; font-src 'self'{{ $cdn }} data:; media-src 'self'{{ $cdn }} blob:; connect-src 'self'{{ $cdn }}{{ $servers }} https://identitytoolkit.googleapis.com https://securetoken.googleapis.com{{ $emulator }}; frame-src 'self'; frame-ancestors 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default; report-uri /api/policy-reports";
  "~^/share/" "default-src 'self'; script-src 'self'{{ $cdn }}$inline_scripts; style-src 'self'{{ $cdn }} 'unsafe-inline'; img-src 'self'{{ $cdn }} data: blob:; font-src 'self'{{ $cdn }} data:; media-src 'self'{{ $cdn }} blob:; connect-src 'self'{{ $cdn }}{{ $servers }} https://identitytoolkit.googleapis.com https://securetoken.googleapis.com{{ $emulator }}; frame-src 'self'; frame-ancestors 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default; report-uri /api/policy-reports";
  "~^/login/?(\?|$)" "default-src 'self'; script-src 'self'{{ $cdn }}$inline_scripts https://apis.google.com https://www.gstatic.com{{ $emulator }}; style-src 'self'{{ $cdn }} 'unsafe-inline'; img-src 'self'{{ $cdn }} data: blob:; font-src 'self'{{ $cdn }} data:; media-src 'self'{{ $cdn }} blob:; connect-src 'self'{{ $cdn }}{{ $servers }} https://identitytoolkit.googleapis.com https://securetoken.googleapis.com{{ $emulator }} https://apis.google.com https://www.gstatic.com; frame-src 'self' https://accounts.google.com https://apis.google.com{{ $auth }}{{ $emulator }}; frame-ancestors 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; report-uri /api/policy-reports";
  "~^/subscribe/?(\?|$)" "default-src 'self'; script-src 'self'{{ $cdn }}$inline_scripts https://js.stripe.com https://*.js.stripe.com; style-src 'self'{{ $cdn }} 'unsafe-inline'; img-src 'self'{{ $cdn }} data: blob: https://*.googleusercontent.com https://*.stripe.com; font-src 'self'{{ $cdn }} data:; media-src 'self'{{ $cdn }} blob:; connect-src 'self'{{ $cdn }}{{ $servers }} https://identitytoolkit.googleapis.com https://securetoken.googleapis.com{{ $emulator }} https://api.stripe.com; frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; frame-ancestors 'self'; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; report-uri /api/policy-reports";
}
map $request_uri $page_integrity_policy {
  default "blocked-destinations=(script), endpoints=(reports)";
  "~^/share/" "blocked-destinations=(script), endpoints=(reports)";
  "~^/login/?(\?|$)" "";
  "~^/subscribe/?(\?|$)" "";
}
map $http_sec_ch_ua $integrity_policy {
  "" "";
  default $page_integrity_policy;
}
# end: policies
{{- if eq $v.payments.provider "none" }}
# In place of the image's own value, which stands in a file that nginx reads before this one.
map $host $pages { default "/without-payments"; }
{{- end }}
{{ end -}}

{{/* Headers of the static files. */}}
{{- define "tandem.webHeaders" -}}
add_header Content-Security-Policy $content_policy always;
add_header Integrity-Policy $integrity_policy always;
add_header Reporting-Endpoints 'reports="/api/policy-reports"' always;
{{- if include "tandem.isHttps" . }}
add_header Strict-Transport-Security "max-age=63072000; includeSubDomains" always;
{{- end }}
add_header X-Content-Type-Options nosniff always;
add_header Referrer-Policy strict-origin always;
add_header Permissions-Policy 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com"), screen-wake-lock=(self)' always;
add_header Cross-Origin-Opener-Policy same-origin-allow-popups always;
{{ end -}}

{{- define "tandem.webListen" -}}
{{- $listen := .Files.Get (printf "files/listen-%s.nginx" (ternary "tls" "plain" (eq (include "tandem.edgeTls" .) "true"))) -}}
{{- if .Values.listenOnIpv6 -}}
{{- $listen = $listen | replace "listen 8080" "listen [::]:8080 ipv6only=off" -}}
{{- end -}}
{{- $listen -}}
{{- end -}}

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
  policies.nginx: |
    {{- include "tandem.webPolicies" .root | trim | nindent 4 }}
  listen.nginx: |
    {{- include "tandem.webListen" .root | trim | nindent 4 }}
{{- end -}}
