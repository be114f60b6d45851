{{/* A policy per workload: ingress from its callers, egress to the services it calls and to its needs. */}}

{{/* The peers of a rule: none for the word anywhere, which has to be written. (dict "peers" … "name" "mongo.to") */}}
{{- define "tandem.peers" -}}
{{- if kindIs "string" .peers }}
{{- if ne .peers "anywhere" }}{{ fail (printf "networkPolicy.%s must be a list of peers, or anywhere" .name) }}{{ end }}
{{- else }}
{{- if not .peers }}{{ fail (printf "networkPolicy.%s is empty: name the peers, or write anywhere" .name) }}{{ end }}
{{- toYaml .peers }}
{{- end }}
{{- end -}}

{{/* (dict "to" peers "ports" ports "name" "mongo.to") */}}
{{- define "tandem.egressTo" -}}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with include "tandem.peers" (dict "peers" .to "name" .name) }}
  to:
    {{- . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "tandem.egressToDns" -}}
- ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
  {{- with include "tandem.peers" (dict "peers" .Values.networkPolicy.dns.to "name" "dns.to") }}
  to:
    {{- . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The port of a URL, by default its scheme's. */}}
{{- define "tandem.portOf" -}}
{{- $url := urlParse . -}}
{{- $explicit := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $explicit | default (ternary "443" "80" (eq $url.scheme "https")) -}}
{{- end -}}

{{- define "tandem.networkPolicy" -}}
{{- $v := .root.Values -}}
{{- $self := . -}}
{{- $needs := .svc.needs | default list -}}
{{- $callers := list -}}
{{- $services := include "tandem.services" .root | fromJson -}}
{{- range $name, $svc := $services }}
{{- if has $self.name ($svc.calls | default list) }}
{{- $callers = append $callers $name }}
{{- end }}
{{- end }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "tandem.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq .svc.kind "rpc" }}
    {{- if $callers }}
    - ports:
        - { protocol: TCP, port: {{ .svc.port }} }
      from:
        {{- range $callers }}
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" .) | nindent 14 }}
        {{- end }}
    {{- end }}
    {{- else }}
    - ports:
        - { protocol: TCP, port: {{ .svc.port }} }
      {{- with include "tandem.peers" (dict "peers" $v.networkPolicy.ingressFrom "name" "ingressFrom") }}
      from:
        {{- . | nindent 8 }}
        {{- if ne $self.svc.kind "static" }}
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" "smoke-test") | nindent 14 }}
        {{- end }}
      {{- end }}
    {{- end }}
    {{- if ne .svc.kind "static" }}
    - ports:
        - { protocol: TCP, port: {{ .svc.probes.port }} }
      {{- with include "tandem.peers" (dict "peers" $v.networkPolicy.metricsFrom "name" "metricsFrom") }}
      from:
        {{- . | nindent 8 }}
      {{- end }}
    {{- end }}
  {{- if eq .svc.kind "static" }}
  egress: []
  {{- else }}
  egress:
    {{- include "tandem.egressToDns" .root | nindent 4 }}
    {{- range .svc.calls }}
    - ports:
        - { protocol: TCP, port: {{ (get $services .).port }} }
      to:
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" .) | nindent 14 }}
    {{- end }}
    {{- if has "mongo" $needs }}
    {{- include "tandem.egressTo" (merge (dict "name" "mongo.to") $v.networkPolicy.mongo) | nindent 4 }}
    {{- end }}
    {{- if has "nats" $needs }}
    {{- include "tandem.egressTo" (merge (dict "name" "nats.to") $v.networkPolicy.nats) | nindent 4 }}
    {{- end }}
    {{- /* Billing calls Stripe only, shares push services only, audit a time-stamping service. */}}
    {{- $isUnused := or (and (has "payments" $needs) (eq $v.payments.provider "none")) (and (has "push" $needs) (not $v.push.publicKey)) }}
    {{- $stamps := get (merge (dict) (.svc.env | default dict) $v.defaults.env) "AUDIT_TIMESTAMP_URL" }}
    {{- $https := $v.networkPolicy.https }}
    {{- if and (has "https" (.svc.external | default list)) (not $isUnused) }}
    {{- include "tandem.egressTo" (merge (dict "name" "https.to") $https) | nindent 4 }}
    {{- else if and (eq .name "audit") $stamps }}
    {{- include "tandem.egressTo" (dict "to" $https.to "name" "https.to" "ports" (list (include "tandem.portOf" $stamps))) | nindent 4 }}
    {{- end }}
    {{- if and (has "firebaseAdmin" $needs) (not $v.secrets.FIREBASE_SERVICE_ACCOUNT.name) (not $v.trial.enabled) }}
    {{- include "tandem.egressTo" (merge (dict "name" "metadata.to") $v.networkPolicy.metadata) | nindent 4 }}
    {{- end }}
    {{- if $v.tracing.endpoint }}
    {{- $to := $v.networkPolicy.tracing }}
    {{- include "tandem.egressTo" (dict "to" $to.to "name" "tracing.to" "ports" ($to.ports | default (list (include "tandem.portOf" $v.tracing.endpoint)))) | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}
